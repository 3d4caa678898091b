// Registering webhooks at services: all of a workflow or none, with the static data that is stored, and separate ones for tests.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { defineNode, type RegistrationContext } from '../sdk/index.ts';
import { buildWorkflow, asNobody } from '../testing/build-workflow.ts';
import { portsWith } from '../testing/test-nodes.ts';
import { webhookServer, type WebhookServer } from '../testing/webhook-server.ts';

let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** What the service was asked, in order. */
let asked: string[] = [];
let refuses: (request: string) => boolean = () => false;
let isFull = false;

/** A request to the service, from the node with this name. */
async function ask(request: string, ctx: RegistrationContext): Promise<boolean> {
  asked.push(`${request} ${ctx.node.name}`);
  if (refuses(`${request} ${ctx.node.name}`)) throw new Error(`the service refuses: ${request}`);
  return true;
}

const registering = defineNode({
  type: 'test.registering',
  icon: 'none',
  versions: [
    {
      description: {
        displayName: 'Test',
        description: 'Test',
        version: 1,
        group: ['trigger'],
        defaults: { name: 'Test' },
        inputs: [],
        outputs: ['main'],
        credentials: [{ name: 'serviceApi', required: true }],
        webhooks: [{ name: 'default', httpMethod: 'POST', path: 'call' }],
        properties: [],
      },
      webhook: (ctx) => ({ items: [[{ json: { secret: String(ctx.staticData('node')['secret']) } }]] }),
      registrations: {
        default: {
          checkExists: async (ctx) => ctx.staticData('node')['id'] !== undefined,
          create: async (ctx) => {
            await ask(`create ${ctx.webhookUrl('default')?.replace(/^.*\d\//, '')}`, ctx);
            Object.assign(ctx.staticData('node'), { id: 1, secret: ctx.mode });
            return true;
          },
          delete: (ctx) => ask(`delete ${String(ctx.staticData('node')['id'])}`, ctx),
        },
      },
    },
  ],
});

const hook = (webhookId: string): object => ({ type: 'test.registering', webhookId });
const file = buildWorkflow({ A: hook('a'), B: hook('b') } as never, [], { id: 'w1', name: 'W' });

async function serve(): Promise<{
  readonly staticData: JsonObject;
  readonly logged: string[];
  readonly webhooks: WebhookServer['webhooks'];
}> {
  asked = [];
  refuses = () => false;
  isFull = false;
  const staticData: JsonObject = {};
  const logged: string[] = [];
  const silent = (): void => undefined;
  server = await webhookServer([file], {
    ports: portsWith([registering]),
    webhookPorts: {
      staticData: () => staticData,
      assertWritable: () => (isFull ? Promise.reject(new Error('The disk is full.')) : Promise.resolve()),
      keepStaticData: async (_id, data) => void Object.assign(staticData, data),
      logger: { debug: silent, info: silent, error: silent, warn: (message) => logged.push(message) },
    },
  });
  return { staticData, logged, webhooks: server.webhooks };
}

describe('webhooks that a service must know', () => {
  it('are created once, and removed', async () => {
    const { webhooks, staticData } = await serve();
    await webhooks.register('w1', asNobody(file));
    expect(asked).toEqual(['create webhook/a/call A', 'create webhook/b/call B']);
    expect(staticData).toEqual({ 'node:A': { id: 1, secret: 'trigger' }, 'node:B': { id: 1, secret: 'trigger' } });
    asked = [];
    await webhooks.unregister('w1');
    await webhooks.unregister('w1');
    expect(asked).toEqual(['delete 1 B', 'delete 1 A']);
  });

  it('that exist at the service are not created again', async () => {
    const { webhooks, staticData } = await serve();
    Object.assign(staticData, { 'node:A': { id: 1 } });
    await webhooks.register('w1', asNobody(file));
    expect(asked).toEqual(['create webhook/b/call B']);
  });

  it('are removed again if one of them is refused', async () => {
    const { webhooks } = await serve();
    refuses = (request) => request === 'create webhook/b/call B';
    await expect(webhooks.register('w1', asNobody(file))).rejects.toMatchObject({
      message: expect.stringContaining('the service refuses') as unknown,
      node: 'B',
    });
    expect(asked).toEqual(['create webhook/a/call A', 'create webhook/b/call B', 'delete 1 A']);
  });

  it('are not created while their ids could not be stored', async () => {
    const { webhooks } = await serve();
    isFull = true;
    await expect(webhooks.register('w1', asNobody(file))).rejects.toMatchObject({ message: 'The disk is full.', node: 'A' });
    expect(asked).toEqual([]);
  });

  it('that cannot be removed are logged, and the others are removed', async () => {
    const { webhooks, logged } = await serve();
    await webhooks.register('w1', asNobody(file));
    refuses = (request) => request === 'delete 1 B';
    await webhooks.unregister('w1');
    expect(asked.at(-1)).toBe('delete 1 A');
    expect(logged).toEqual(['The webhook of the node "B" could not be removed from its service: the service refuses: delete 1']);
  });

  it('have URLs and static data of their own in tests, and are removed when the server stops', async () => {
    const { webhooks, staticData } = await serve();
    Object.assign(staticData, { 'node:A': { id: 7, secret: 'trigger' } });
    await webhooks.openTest('w1', asNobody(file), { destination: 'A' });
    expect([asked, staticData]).toEqual([['create webhook-test/a/call A'], { 'node:A': { id: 7, secret: 'trigger' } }]);
    await webhooks.stop();
    expect(asked.at(-1)).toBe('delete 1 A');
  });

  it('need their credential', async () => {
    const { webhooks } = await serve();
    await expect(webhooks.assertCallersCanPass(asNobody(file))).rejects.toMatchObject({
      code: 'CREDENTIAL_NOT_FOUND',
      message: 'It registers its webhook with a credential of type "serviceApi", and none is selected.',
      hint: 'Select a credential in the node "A".',
    });
  });
});
