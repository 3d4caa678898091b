// Saving workflows on a whole server: names, versions, history, settings and unknown fields.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Store } from '../../store/index.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { runningServer, type ReceivedResponse, type RunningServer } from '../../testing/running-server.ts';
import { freeName } from '../names.ts';
import { savedSettings } from './workflows.ts';

interface Saved extends WorkflowFile {
  readonly id: string;
  readonly version: number;
}

const node = (name: string, type: string, parameters: object = {}, typeVersion = 1, more: object = {}): object => ({
  id: `id-${name}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  ...more,
});
const plain = { nodes: [node('Start', 'manualTrigger')], connections: {} };

const create = (body: object): TestRequest => ({ method: 'POST', url: '/rest/workflows', body });
const patch = (id: string, body: object, query = ''): TestRequest => ({ method: 'PATCH', url: `/rest/workflows/${id}${query}`, body });

let running: RunningServer;
const createSaved = (body: object) => running.data<Saved>(create(body));
const saved = (id: string, body: object, query = '') => running.data<Saved>(patch(id, body, query));
const read = (id: string) => running.data<Saved>({ url: `/rest/workflows/${id}` });

/** Runs work in a second process, such as the command line. */
async function elsewhere<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await Store.open(running.dataDir);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

describe('saving', () => {
  beforeAll(async () => {
    running = await runningServer();
  });
  afterAll(() => running.close());

  describe('names', () => {
    it('are unique, even with concurrent saves', async () => {
      const names = (await Promise.all(Array.from({ length: 5 }, () => createSaved({ ...plain, name: ' Twin ' })))).map(({ name }) => name);
      expect(new Set(names)).toEqual(new Set(['Twin', 'Twin 2', 'Twin 3', 'Twin 4', 'Twin 5']));
    });

    it('are unique beyond the first plane of Unicode', async () => {
      for (const expectedName of ['🚀 Launch', '🚀 Launch 2', '🚀 Launch 3'])
        expect((await createSaved({ ...plain, name: '🚀 Launch' })).name).toBe(expectedName);
    });

    it('have at most 128 characters, and are never cut within one', async () => {
      const long = `${'x'.repeat(127)}🚀`;
      expect((await createSaved({ ...plain, name: long })).name).toBe('x'.repeat(127));
      expect((await createSaved({ ...plain, name: long })).name).toBe(`${'x'.repeat(126)} 2`);
      expect((await createSaved({ ...plain, name: 'half \uD83D' })).name).toBe('half \uFFFD');
    });

    it('stay if unchanged, and are released by a rename', async () => {
      const [first, second] = [await createSaved({ ...plain, name: 'First' }), await createSaved({ ...plain, name: 'Second' })];
      expect((await saved(first.id, { name: 'First' })).name).toBe('First');
      expect((await saved(second.id, { name: 'First' })).name).toBe('First 2');
      expect((await saved(second.id, { name: '  ' })).name).toBe('First 2');
    });

    it('that were cut belong to the workflow itself', async () => {
      expect(await freeName('y'.repeat(300), 'None', async () => ['y'.repeat(128)], 'y'.repeat(128))).toBe('y'.repeat(128));
    });
  });

  describe('versions', () => {
    it('of two saves of one version, one succeeds and the other gets 409', async () => {
      const { id, version } = await createSaved({ ...plain, name: 'Raced' });
      const receivedResponses = await Promise.all(['A', 'B'].map((notes) => running.send(patch(id, { notes, version }))));
      expect(new Set(receivedResponses.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const [lost] = receivedResponses.filter(({ status }) => status === 409) as [ReceivedResponse];
      expect(lost.body).toMatchObject({ code: 'WORKFLOW_CHANGED', hint: expect.any(String) as unknown });
      const winner = receivedResponses.findIndex(({ status }) => status === 200);
      expect(await read(id)).toMatchObject({ notes: 'AB'[winner], version: version + 1 });
    });

    it('can be overwritten on request, without loss', async () => {
      const { id } = await createSaved({ ...plain, name: 'Forced' });
      await saved(id, { notes: 'theirs', version: 1 });
      expect((await running.send(patch(id, { notes: 'mine', version: 1 }))).status).toBe(409);
      expect(await saved(id, { notes: 'mine', version: 1 }, '?forceSave=true')).toMatchObject({ notes: 'mine', version: 3 });
      expect(await running.data({ url: `/rest/workflows/${id}/history/2` })).toMatchObject({ notes: 'theirs' });
    });

    it('are not checked if the request has none: all changes are saved', async () => {
      const { id } = await createSaved({ ...plain, name: 'Many hands' });
      await Promise.all(Array.from({ length: 10 }, (_, index) => saved(id, { [`field${index}`]: index })));
      expect(await read(id)).toMatchObject({
        ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`field${index}`, index])),
        version: 11,
      });
    });

    it('saved by another process count too', async () => {
      const { id, version } = await createSaved({ ...plain, name: 'Of two' });
      await elsewhere((store) =>
        store.workflows.save(id, { ...(plain as unknown as WorkflowFile), id, name: 'Of two', notes: 'cli' } as WorkflowFile, 1),
      );
      expect((await running.send(patch(id, { notes: 'mine', version }))).status).toBe(409);
      expect(await saved(id, { more: 1 })).toMatchObject({ notes: 'cli', more: 1, version: version + 2 });
    });

    it('are saved in the history, the latest 100 of them', async () => {
      const { id } = await createSaved({ ...plain, name: 'Often' });
      for (let count = 0; count < 105; count++) await saved(id, { count });
      const history = await running.data<{ version: number; savedAt: string }[]>({ url: `/rest/workflows/${id}/history` });
      expect(history.map(({ version }) => version)).toEqual(Array.from({ length: 101 }, (_, index) => 106 - index));
      expect(await running.data({ url: `/rest/workflows/${id}/history/105` })).toMatchObject({ count: 103 });
      expect((await running.send({ url: `/rest/workflows/${id}/history/5` })).status).toBe(404);
    });
  });

  describe('a part of a workflow', () => {
    it('leaves the rest unchanged', async () => {
      const content = {
        ...plain,
        name: 'Parts',
        settings: { timezone: 'UTC', callerPolicy: 'any' },
        pinData: { Start: [{ json: {} }] },
        extra: { deep: [1] },
      };
      const { id } = await createSaved(content);
      const tag = await running.data<{ id: string }>({ method: 'POST', url: '/rest/tags', body: { name: 'part' } });
      expect(await saved(id, { tags: [tag.id] })).toMatchObject({ ...content, tags: [{ id: tag.id, name: 'part' }] });
      expect(await saved(id, { settings: { executionTimeout: 60 } })).toMatchObject({
        extra: { deep: [1] },
        settings: { executionTimeout: 60 },
      });
      expect((await read(id)).settings).toEqual({ executionTimeout: 60 });
      expect((await read(id)).nodes).toEqual(plain.nodes);
      expect(await saved(id, { active: false })).toMatchObject({ active: false, extra: { deep: [1] } });
    });

    it('saves node names that are special properties of objects', async () => {
      const text = `{"name":"Hostile","nodes":[${['__proto__', 'constructor'].map((name) => JSON.stringify(node(name, 'noOp'))).join(',')}],
        "connections":{"__proto__":{"main":[[{"node":"constructor","type":"main","index":0}]]}},"pinData":{"__proto__":[{"json":{"__proto__":{"a":1}}}]}}`;
      const body = JSON.parse(text) as object;
      const { id } = await createSaved(body);
      const stored = await read(id);
      expect(JSON.stringify([stored.connections, stored.pinData])).toBe(
        '[{"__proto__":{"main":[[{"node":"constructor","type":"main","index":0}]]}},{"__proto__":[{"json":{"__proto__":{"a":1}}}]}]',
      );
      const { executionId } = await running.data<{ executionId: string }>({
        method: 'POST',
        url: '/rest/workflows/run',
        body: { workflowData: body },
      });
      await running.server.services.executions.idle();
      expect(executionId).not.toBe('');
      expect(({} as { a?: number }).a).toBeUndefined();
    });

    it('assigns ids to nodes without a unique one, and version 1 to nodes without a version', async () => {
      const nodes = ['A', 'B', 'C', 'D'].map((name, index) => {
        const { typeVersion: _version, ...rest } = node(name, 'noOp') as { typeVersion: number };
        return { ...rest, id: index < 2 ? null : 'same' };
      });
      const created = await createSaved({ nodes, connections: {} });
      const updated = await saved(created.id, { nodes, connections: {} });
      for (const { nodes: savedNodes } of [created, updated, await read(created.id)]) {
        expect(savedNodes.map(({ typeVersion }) => typeVersion)).toEqual([1, 1, 1, 1]);
        expect(new Set(savedNodes.map(({ id }) => id)).size).toBe(4);
        expect(savedNodes.some(({ id }) => id === undefined || id === 'null')).toBe(false);
        expect(savedNodes[2]?.id).toBe('same');
      }
    });

    it('neither returns nor loses static data', async () => {
      const staticData = { global: { token: 'kept' } };
      const first = await createSaved({ ...plain, name: 'Static', staticData });
      const responses = [first, await saved(first.id, { notes: 'x' }), await saved(first.id, { settings: {} }), await read(first.id)];
      for (const saved of responses) expect(saved).not.toHaveProperty('staticData');
      expect(await running.data({ url: `/rest/workflows/${first.id}/history/1` })).not.toHaveProperty('staticData');
      expect((await elsewhere((store) => store.workflows.get(first.id)))?.staticData).toEqual(staticData);
    });
  });

  describe('settings', () => {
    it('are those of the request, without values of the instance', async () => {
      const { id } = await createSaved({ ...plain, name: 'Settings', settings: { maxExecutionTimeout: 5, executionOrder: 'v1', own: 1 } });
      expect((await read(id)).settings).toEqual({ executionOrder: 'v1', own: 1 });
      expect((await saved(id, { settings: { maxExecutionTimeout: 5, timezone: 'DEFAULT', executionTimeout: -1 } })).settings).toEqual({
        timezone: 'DEFAULT',
        executionTimeout: -1,
      });
    });

    it.each<[object | string | number, string, RegExp]>([
      [{ timezone: 'Mars/Base' }, 'WORKFLOW_INVALID', /time zone "Mars\/Base" is unknown/],
      [{ timezone: 5 }, 'BAD_REQUEST', /time zone must be a name/],
      [{ executionTimeout: 1.5 }, 'BAD_REQUEST', /whole number of seconds, or -1 for none; it is 1\.5\.$/],
      [{ executionTimeout: '60' }, 'BAD_REQUEST', /it is "60"\.$/],
      [{ executionTimeout: -2 }, 'BAD_REQUEST', /it is -2\.$/],
      [{ executionTimeout: 0 }, 'BAD_REQUEST', /enabled but set to 0/],
      [{ executionTimeout: 1e300 }, 'BAD_REQUEST', /whole number/],
      ['text', 'BAD_REQUEST', /must be an object/],
      [5, 'BAD_REQUEST', /must be an object/],
    ])('%j are refused', async (settings, code, message) => {
      const { id, version } = await createSaved({ ...plain, name: 'Refused' });
      const expected = { body: { code, message: expect.stringMatching(message) as unknown }, status: 400 };
      expect(await running.send(patch(id, { settings }))).toMatchObject(expected);
      expect(await running.send(create({ ...plain, settings }))).toMatchObject(expected);
      expect((await read(id)).version).toBe(version);
    });

    it('cannot exceed the time limit of the instance', () => {
      expect(savedSettings({ executionTimeout: 3725 }, 3725)).toEqual({ executionTimeout: 3725 });
      expect(() => savedSettings({ executionTimeout: 3726 }, 3725)).toThrow(
        'The time limit is too long. The longest is 1 hours, 2 minutes, 5 seconds.',
      );
    });
  });
});
