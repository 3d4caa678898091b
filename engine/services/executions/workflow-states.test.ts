// Static data changed concurrently by runs, triggers and other processes on the same database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import { Store } from '../../store/index.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';
import { row } from '../../testing/run-story.ts';
import { WorkflowStates } from './workflow-states.ts';

describe('static data', () => {
  let folder: string;
  let store: Store;
  let states: WorkflowStates;
  let message: JsonObject[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-states-'));
    store = await Store.open(folder);
    message = [];
    states = new WorkflowStates({ workflows: store.workflows, onChange: (_id, data) => message.push(data) });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const save = (staticData?: unknown): Promise<void> => store.workflows.save('w', { nodes: [], connections: {}, staticData } as never, 1);
  const stored = async (): Promise<unknown> => (await store.workflows.get('w'))?.staticData;

  /** Runs a change in a second process, such as the command line. */
  async function elsewhere(change: (other: WorkflowStates) => Promise<void>): Promise<void> {
    const other = await Store.open(folder);
    await change(new WorkflowStates({ workflows: other.workflows }));
    await other.close();
  }

  it.each<[string, unknown, JsonObject, JsonObject, JsonObject]>([
    ['nothing', undefined, {}, { global: { n: 1 } }, { global: { n: 1 } }],
    ['text', '{"global":{"n":1},"node:A":{}}', { global: { n: 1 } }, { global: { n: 2 } }, { 'node:A': {}, global: { n: 2 } }],
    ['text that is not JSON', '{', {}, { global: { n: 2 } }, { global: { n: 2 } }],
    ['a list', [1], {}, { global: { n: 2 } }, { global: { n: 2 } }],
    ['removed parts', { global: {}, 'node:A': { n: 1 } }, { global: {}, 'node:A': { n: 1 } }, { global: {} }, { global: {} }],
    [
      'values of every kind',
      { a: 'x"y', b: true, c: false, d: null, e: 1.5, f: [1, null], g: { h: 'ü' } },
      {},
      { global: {} },
      { a: 'x"y', b: true, c: false, d: null, e: 1.5, f: [1, null], g: { h: 'ü' }, global: {} },
    ],
    [
      'hostile names',
      JSON.parse('{"node:__proto__":{"a":1},"__proto__":{"b":2}}'),
      {},
      { 'node:"\'$': {} },
      JSON.parse('{"node:__proto__":{"a":1},"__proto__":{"b":2},"node:\\"\'$":{}}') as JsonObject,
    ],
  ])('is changed where it was %s', async (_, before, from, after, expected) => {
    await save(before);
    await states.save('w', from, after);
    expect(await stored()).toEqual(expected);
  });

  it('is not replaced by data that was read before a change that ended meanwhile', async () => {
    await save({ global: { n: 1 } });
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const slow = new WorkflowStates({
      workflows: {
        changeStaticData: (...args) => store.workflows.changeStaticData(...args),
        staticDataOf: async (ids) => {
          const data = await store.workflows.staticDataOf(ids);
          await isRead;
          return data;
        },
      },
    });
    const refresh = slow.refresh('w', { global: { n: 1 } });
    await slow.save('w', { global: { n: 1 } }, { global: { n: 2 } });
    read();
    await refresh;
    expect(slow.get('w')).toEqual({ global: { n: 2 } });
  });

  it('that another server has taken over is neither stored nor stored later', async () => {
    await save({ 'node:A': { n: 2 } });
    const late = new WorkflowStates({
      workflows: {
        changeStaticData: async () => {
          throw new AppError('CLAIM_LOST', 'Another server has already done this.');
        },
        staticDataOf: (ids) => store.workflows.staticDataOf(ids),
      },
    });
    const claim = { sql: 'select 1', parameters: [] };
    await expect(late.save('w', { 'node:A': { n: 0 } }, { 'node:A': { n: 1 } }, claim)).rejects.toMatchObject({ code: 'CLAIM_LOST' });
    await late.storeLeft();
    await late.refresh('w', {});
    expect([late.get('w'), await stored()]).toEqual([{ 'node:A': { n: 2 } }, { 'node:A': { n: 2 } }]);
  });

  it('keeps changes of concurrent runs to different parts', async () => {
    await save({ global: { n: 1 }, 'node:A': { n: 1 } });
    const before = await stored();
    await Promise.all([
      states.save('w', before, { global: { n: 2 }, 'node:A': { n: 1 } }),
      states.save('w', before, { global: { n: 1 }, 'node:A': { n: 3 }, 'node:B': {} }),
    ]);
    const both = { global: { n: 2 }, 'node:A': { n: 3 }, 'node:B': {} };
    expect([await stored(), states.get('w'), message.at(-1)]).toEqual([both, both, both]);
  });

  it('is not written without changes', async () => {
    await save({ global: { n: 1 } });
    await states.save('w', { global: { n: 1 } }, { global: { n: 1 } });
    expect([states.get('w'), message]).toEqual([undefined, []]);
  });

  it('adopts changes of another process without reverting them', async () => {
    await save({ global: { n: 1 } });
    await states.save('w', await stored(), { global: { n: 2 } });
    await elsewhere(async (other) => other.save('w', { global: { n: 2 } }, { global: { n: 2 }, 'node:A': { seen: 7 } }));
    // The second writer started from the older state and changes another part.
    await states.save('w', { global: { n: 2 } }, { global: { n: 3 } });
    expect(await stored()).toEqual({ global: { n: 3 }, 'node:A': { seen: 7 } });
    await states.takeOver(new Map());
    expect(states.get('w')).toEqual({ global: { n: 3 }, 'node:A': { seen: 7 } });
  });

  it('adopts changes of another process to an unchanged workflow', async () => {
    await save({ global: { n: 1 } });
    const loadedStates = new Map([['w', await stored()]]);
    await states.takeOver(loadedStates);
    expect(states.get('w')).toBeUndefined();
    await elsewhere(async (other) => other.save('w', { global: { n: 1 } }, { global: { n: 9 } }));
    await states.takeOver(loadedStates);
    expect([states.get('w'), message]).toEqual([{ global: { n: 9 } }, [{ global: { n: 9 } }]]);
  });

  it('is not considered outdated while it is being written', async () => {
    await save({ global: { n: 1 } });
    const keeping = states.save('w', { global: { n: 1 } }, { global: { n: 2 } });
    await Promise.all([states.takeOver(new Map()), keeping]);
    expect([states.get('w'), await stored()]).toEqual([{ global: { n: 2 } }, { global: { n: 2 } }]);
  });

  it('of a deleted workflow is removed', async () => {
    await save();
    await states.save('w', undefined, { global: { n: 1 } });
    await store.workflows.remove('w');
    await states.takeOver(new Map([['w', undefined]]));
    expect(states.get('w')).toBeUndefined();
  });
});

it('static data that the database refused is used, and stored later with what has changed since', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-states-'));
  const store = await Store.open(folder);
  const other = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
  try {
    await store.workflows.save('w', { nodes: [], connections: {}, staticData: { global: { n: 1 }, gone: {} } } as never, 1);
    const states = new WorkflowStates({ workflows: store.workflows });
    other.exec("create trigger refused before update on workflow begin select raise(abort, 'refused'); end");
    const before = { global: { n: 1 }, gone: {} };
    await expect(states.save('w', before, { global: { n: 2 } })).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await states.storeLeft();
    expect(states.get('w')).toEqual({ global: { n: 2 } });
    // Another process must not bring the former data back.
    await states.takeOver(new Map());
    expect(states.get('w')).toEqual({ global: { n: 2 } });
    other.exec('drop trigger refused');
    await states.save('w', { global: { n: 2 } }, { global: { n: 2 }, 'node:A': { id: 7 } });
    expect((await store.workflows.get('w'))?.staticData).toEqual({ global: { n: 2 }, 'node:A': { id: 7 } });
  } finally {
    other.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('a running server', () => {
  let running: RunningServer;
  afterEach(() => running.close());

  const counting = {
    ...row({
      Hook: { type: 'webhook', typeVersion: 2, parameters: { path: 'count', responseMode: 'lastNode', options: {} }, webhookId: 'c' },
      Count: {
        type: 'code',
        typeVersion: 2,
        parameters: { jsCode: "const all = $getWorkflowStaticData('global'); all.n = (all.n ?? 0) + 1; return [{ json: { n: all.n } }];" },
      },
    }),
    active: true,
  };
  const count = async (): Promise<unknown> => (await fetch(new URL('webhook/count', running.server.url))).json();

  it('continues with static data changed by another process', async () => {
    running = await runningServer();
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: counting });
    expect([await count(), await count()]).toEqual([{ n: 1 }, { n: 2 }]);
    const other = await Store.open(running.dataDir);
    await running.server.services.executions.idle();
    await other.workflows.changeStaticData(id, { global: { n: 41 } });
    await running.server.services.lifecycle.follow();
    expect(await count()).toEqual({ n: 42 });
    await running.server.services.executions.idle();
    expect((await other.workflows.get(id))?.staticData).toEqual({ global: { n: 42 } });
    await other.close();
  });

  it('that queues executions runs each with the static data of those before it', async () => {
    running = await runningServer({ settings: { productionLimit: 1 } });
    await running.data({ method: 'POST', url: '/rest/workflows', body: counting });
    const counts = (await Promise.all([count(), count(), count(), count()])) as { readonly n: number }[];
    expect(new Set(counts.map(({ n }) => n))).toEqual(new Set([1, 2, 3, 4]));
  });

  it('does not activate a workflow by saving it after another process deactivated it', async () => {
    running = await runningServer();
    const { id, version } = await running.data<{ id: string; version: number }>({ method: 'POST', url: '/rest/workflows', body: counting });
    const other = await Store.open(running.dataDir);
    const before = await other.workflows.find(id);
    await other.workflows.setActive(id, false);
    await other.workflows.update(version, { id, file: { nodes: [], connections: {}, ...before?.file, active: true }, now: 2 });
    expect(await other.workflows.find(id)).toMatchObject({ active: false, version: version + 1 });
    await other.workflows.update(version + 1, { id, file: { nodes: [], connections: {} }, now: 3, active: true });
    expect(await other.workflows.find(id)).toMatchObject({ active: true });
    await other.close();
  });
});
