// Lists that nodes load: whose credentials they may use.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Executor, type Principal } from '../execution/index.ts';
import { createNodeRegistry } from '../registry/index.ts';
import { defineNode } from '../sdk/index.ts';
import { Store } from '../store/index.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { VaultCipher } from '../vault/vault-cipher.ts';
import { usableCredential } from './credentials/credentials.ts';
import { opened } from './credentials/stored-data.ts';
import { Principals } from './principals.ts';
import { NodeTypeService } from './node-types.ts';

const listing = defineNode({
  type: 'test.listing',
  icon: 'none',
  versions: [
    {
      description: {
        version: 1,
        group: ['transform'],
        displayName: 'Listing',
        description: 'Listing',
        defaults: { name: 'Listing' },
        inputs: ['main'],
        outputs: ['main'],
        properties: [{ displayName: 'Table', name: 'table', type: 'string', default: '' }],
      },
      methods: {
        loadOptions: {
          users: async (ctx) => [{ name: String((await ctx.credentials('testApi'))['user']), value: 1 }],
        },
        listSearch: {
          users: async (ctx, filter) => ({
            results: [{ name: `${String((await ctx.credentials('testApi'))['user'])} ${filter ?? ''}`, value: 1 }],
          }),
        },
        resourceMapping: {
          columns: async (ctx) => ({
            fields: [
              {
                id: String(ctx.param('table', undefined, '')),
                displayName: String((await ctx.credentials('testApi'))['user']),
                required: true,
                display: true,
                defaultMatch: false,
              },
            ],
          }),
        },
        localResourceMapping: { inputs: async () => ({ fields: [], emptyFieldsNotice: 'There are none.' }) },
      },
    },
  ],
});

let store: Store;
/** On whose behalf a credential was asked for last. */
let lastAsked: Principal | undefined;
let service: NodeTypeService;

beforeAll(async () => {
  store = await Store.inMemory();
  const cipher = new VaultCipher(new Uint8Array(32));
  await store.users.addOwner('owner', 1);
  await store.users.invite('member', 'ben@example.com', 1);
  const data = cipher.seal('c', JSON.stringify({ user: 'ben' }));
  await store.credentials.add({
    id: 'c',
    name: 'C',
    type: 'testApi',
    data,
    nodesAccess: [],
    ownerId: 'member',
    createdAt: 1,
    updatedAt: 1,
  });
  const registry = createNodeRegistry();
  registry.add(listing);
  const principals = new Principals(store);
  const executor = new Executor(
    fakePorts({
      nodes: registry,
      credential: async (type, reference, { principal, ...node }) => {
        lastAsked = principal;
        const user = await principals.userOf(principal);
        return opened(cipher, await usableCredential(store, type, reference, { user, ...node }));
      },
    }),
  );
  service = new NodeTypeService({
    registry,
    ofPackages: () => Promise.resolve([]),
    actionsOfPackages: () => Promise.resolve([]),
    principals,
    detachedNode: (...args) => executor.detachedNode(...args),
  });
});
afterAll(() => store.close());

const edited = { type: 'test.listing', parameters: {}, credentials: { testApi: { id: 'c', name: 'C' } } };

describe('a list that a node loads', () => {
  it('is loaded with a credential of the caller', async () => {
    expect(await service.options(edited, 'users', 'member')).toEqual([{ name: 'ben', value: 1 }]);
    expect((await service.search(edited, 'users', { userId: 'member', filter: 'b' })).results).toEqual([{ name: 'ben b', value: 1 }]);
  });

  it('acts in the workflow of the node, so that one of another user reads only what was lent to it', async () => {
    await store.workflows.add({ id: 'w', file: { id: 'w', name: 'W', nodes: [], connections: {} }, userId: 'member', now: 1 });
    const list = async (userId: string, workflowId?: string): Promise<unknown> => {
      await service.options({ ...edited, ...(workflowId === undefined ? {} : { workflowId }) }, 'users', userId).catch(() => undefined);
      return [lastAsked?.workflowId, lastAsked?.isForeign];
    };
    expect(await list('owner', 'w')).toEqual(['w', true]);
    expect(await list('member', 'w')).toEqual(['w', false]);
    // Ids of workflows that the user may not access, and of none, mean nothing.
    expect([await list('stranger', 'w'), await list('owner', 'none'), await list('owner')]).toEqual([
      [undefined, false],
      [undefined, false],
      [undefined, false],
    ]);
  });

  it('may contain fields to map, from a service or from the node itself', async () => {
    const node = { ...edited, parameters: { table: 'orders' } };
    expect((await service.mappingFields(node, 'columns', 'member')).fields).toEqual([
      { id: 'orders', displayName: 'ben', required: true, display: true, defaultMatch: false },
    ]);
    expect(await service.mappingFields(node, 'inputs', 'nobody')).toEqual({ fields: [], emptyFieldsNotice: 'There are none.' });
  });

  it.each(['none', 'users', '__proto__', 'constructor'])('is not a field list if the node has no method %s', (method) =>
    expect(service.mappingFields(edited, method, 'member')).rejects.toMatchObject({ code: 'BAD_REQUEST' }),
  );

  it.each(['owner', 'nobody'])('is refused to %s, who may not use it', async (userId) => {
    const rejected = expect.objectContaining({ code: 'CREDENTIAL_NOT_FOUND' }) as unknown;
    await expect(service.options(edited, 'users', userId)).rejects.toEqual(rejected);
    await expect(service.options(edited, 'users', userId)).rejects.toThrow('cannot use the credential "C" (id c)');
    await expect(service.search(edited, 'users', { userId })).rejects.toEqual(rejected);
    await expect(service.mappingFields(edited, 'columns', userId)).rejects.toEqual(rejected);
  });
});
