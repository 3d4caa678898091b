// Storing runs: the start before any side effect, the end with retries until it succeeds, and only as the settings require.
import { Principals } from '../principals.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Executor, type ExecutionPorts } from '../../execution/index.ts';
import { noLogger } from '../../logger.ts';
import { Store } from '../../store/index.ts';
import { buildWorkflow, type NodeSketch, owned, stored } from '../../testing/build-workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { portsWith, testNode } from '../../testing/test-nodes.ts';
import { Retention } from './retention.ts';
import { ExecutionService } from './executions.ts';
import { WorkflowStates } from './workflow-states.ts';

let folder: string;
let store: Store;
/** Another connection to the database, which makes it reject writes. */
let other: Sqlite.Database;
let release: () => void;
let blocked: Promise<void>;
const clock = fakeClock();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-storing-'));
  store = await Store.open(folder);
  other = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
  blocked = new Promise((resolve) => (release = resolve));
});
afterEach(async () => {
  await store.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

const effects: string[] = [];
const denyReading = (): never => {
  throw new Error('Nobody reads this');
};
const hostile = new Proxy({}, { get: denyReading, ownKeys: denyReading, getOwnPropertyDescriptor: denyReading });
let failures = 0;
const nodes = [
  testNode('failOnce', (ctx) => { if (failures++ === 0) throw new Error('It broke'); return [ctx.input()]; }), // oxfmt-ignore
  testNode('fail', () => { throw new Error('It broke'); }), // oxfmt-ignore
  testNode('waitHour', (ctx) => { ctx.waitUntil(ctx.now() + 3_600_000); return [[]]; }), // oxfmt-ignore
  testNode('hostile', () => [[{ json: { good: 1, bad: hostile, list: [hostile, 2] } as never }]]),
  testNode('unreadable', () => [[{ json: {}, binary: hostile as never }]]),
  testNode('hold', async (ctx) => [(await blocked, ctx.input())]),
  testNode('request', async (ctx) => [(await ctx.http.request({ url: 'http://example.org' }), ctx.input())]),
  testNode('code', async (ctx) => [(await ctx.code.run({ source: '', mode: 'all', dialect: 'code', items: [] }), [])]),
  testNode('call', async (ctx) => [(await ctx.runWorkflow({ workflowId: 'called', items: [] }), [])]),
];
const outside: Partial<ExecutionPorts> = {
  http: { request: async () => (effects.push('request'), { status: 200, statusText: '', headers: {}, url: '', bytes: async () => new Uint8Array(), stream: async function* () {} }) }, // oxfmt-ignore
  sandbox: { warm: () => undefined, run: async () => (effects.push('code'), { items: [] }) as never, query: async () => [] },
  workflow: async () => (effects.push('call'), stored(buildWorkflow({ C: { type: 'executeWorkflowTrigger' } }, [], { id: 'called' }))),
};

function service(logger = noLogger): ExecutionService {
  const executor = new Executor(portsWith(nodes, { clock, uuid: randomUUID, ...outside }));
  return new ExecutionService({
    executor,
    store,
    clock,
    ids: randomUUID,
    logger,
    states: new WorkflowStates({ workflows: store.workflows }),
    principals: new Principals(store),
    instance: { id: 'here', isAlive: () => false },
  });
}

const trigger: NodeSketch = { type: 'manualTrigger' };
const chain = (type: string, settings: WorkflowFile['settings'] = {}, more: Partial<NodeSketch> = {}): WorkflowFile => ({
  ...buildWorkflow({ T: trigger, N: { type, ...more }, End: { type: 'noOp' } }, ['T -> N', 'N -> End'], { id: 'w' }),
  settings,
});
const reject = (event: 'insert' | 'update'): unknown =>
  other.exec(`create trigger refuse before ${event} on execution begin select raise(abort, 'no room'); end`);
const rows = async (): Promise<readonly string[]> => (await store.executionList.list({}, { limit: 9 })).map(({ status }) => status);

it('a retry ends although the database refuses to note that it succeeded', async () => {
  failures = 0;
  const warned = Promise.withResolvers<string>();
  const executions = service({ ...noLogger, warn: (message) => warned.resolve(message) });
  const { executionId } = await executions.start({ ...owned(chain('test.failOnce')), mode: 'webhook' }).done;
  other.exec(`create trigger refuse before update of retry_success_id on execution begin select raise(abort, 'no room'); end`);
  const { result } = await (await executions.retry(executionId, 'owner')).done;
  expect(result.status).toBe('success');
  expect(await warned.promise).toContain('no room');
});

describe('a run whose start cannot be stored', () => {
  beforeEach(() => effects.splice(0));

  it.each(['request', 'code', 'call'])('is stopped before it has an effect by: %s', async (effect) => {
    const workflow = chain(`test.${effect}`, {}, { onError: 'continueRegularOutput' });
    await service().start({ ...owned(workflow), mode: 'webhook' }).done;
    expect(effects).toEqual([effect]);
    effects.splice(0);
    reject('insert');
    const run = service().start({ ...owned(workflow), mode: 'webhook' });
    await expect(run.started).rejects.toMatchObject({ code: 'STORE_FAILED' });
    const { result, saveFailure } = await run.done;
    expect([result.status, saveFailure?.code, effects, await rows()]).toEqual(['canceled', 'STORE_FAILED', [], ['success']]);
  });

  it('is not stored later either if it has already ended', async () => {
    reject('insert');
    const runs = service();
    const run = runs.start({ ...owned(chain('noOp')), mode: 'webhook' });
    await expect(run.started).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect((await run.done).saveFailure?.code).toBe('STORE_FAILED');
    await runs.idle();
    expect(await rows()).toEqual([]);
  });
});

describe('the end of a run that cannot be stored', () => {
  async function rejectedEnd() {
    const runs = service();
    const run = runs.start({ ...owned(chain('test.hold')), mode: 'webhook' });
    await run.started;
    reject('update');
    release();
    return { runs, run, outcome: await run.done };
  }

  it('is stored as soon as possible; until then the execution is listed as running', async () => {
    const { runs, run, outcome } = await rejectedEnd();
    expect([outcome.result.status, outcome.saveFailure?.code]).toEqual(['success', 'STORE_FAILED']);
    expect(runs.activeRuns.record(run.executionId)?.status).toBe('running');
    other.exec('drop trigger refuse');
    await runs.idle();
    expect([await rows(), runs.activeRuns.count]).toEqual([['success'], 0]);
  });

  it('contains the reason if the results can never be stored', async () => {
    const run = service().start({ ...owned(chain('test.hold')), mode: 'webhook' });
    await run.started;
    other.exec('create trigger refuse before insert on execution_data begin insert into execution_data values (null, null, null); end');
    release();
    expect((await run.done).saveFailure).toMatchObject({ code: 'STORE_FAILED' });
    const [row] = await store.executionList.list({}, { limit: 9 });
    expect(row).toMatchObject({ status: 'error', errorMessage: expect.stringContaining('could not be saved') as string });
  });

  it('keeps all other values if one cannot be written', async () => {
    const { executionId, done } = service().start({ ...owned(chain('test.hostile')), mode: 'webhook' });
    expect((await done).saveFailure).toBeUndefined();
    const execution = await service().get(executionId);
    const json = execution?.payload?.resultData?.runData['N']?.[0]?.data?.['main']?.[0]?.[0]?.json;
    const unwritten = '[Cannot be written as JSON]';
    expect(json).toEqual({ good: 1, bad: unwritten, list: [unwritten, 2] });
    expect(await rows()).toEqual(['success']);
  });

  it('contains the reason if the results cannot be read', async () => {
    const { executionId, done } = service().start({ ...owned(chain('test.unreadable')), mode: 'webhook' });
    await done;
    const { record, payload } = (await service().get(executionId)) ?? {};
    expect([record?.status, payload?.resultData?.error?.message]).toEqual([
      'error',
      'The results of this execution could not be saved: Nobody reads this',
    ]);
  });

  it('is abandoned when the server stops', async () => {
    const { runs } = await rejectedEnd();
    runs.activeRuns.stopRepeating();
    await runs.idle();
    expect(await rows()).toEqual(['running']);
  });
});

describe('an execution that the settings do not save', () => {
  const errorsOnly = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' } as const;
  const successOnly = { saveDataSuccessExecution: 'all', saveDataErrorExecution: 'none' } as const;

  it('is not written at all if the run ends immediately', async () => {
    other.exec(
      'create table written (id text); create trigger note after insert on execution begin insert into written values (new.id); end',
    );
    await service().start({ ...owned(chain('noOp', errorsOnly)), mode: 'trigger' }).done;
    expect(other.prepare('select count(*) from written').pluck().get()).toBe(0);
  });

  it('is recorded after a crash if failed executions are saved', async () => {
    const { executionId, started, done } = service().start({ ...owned(chain('test.hold', errorsOnly)), mode: 'trigger' });
    await started;
    const next = service();
    expect(await next.recover()).toEqual([executionId]);
    expect(await rows()).toEqual(['crashed']);
    release();
    await done;
  });

  it.each([
    ['success', chain('test.waitHour', errorsOnly), []],
    ['success', chain('test.waitHour', successOnly), ['success']],
    ['error', withFailure(errorsOnly), ['error']],
    ['error', withFailure(successOnly), []],
  ])('is not kept after a wait: %s', async (status, workflow, saved) => {
    const runs = service();
    const { executionId } = await runs.start({ ...owned(workflow), mode: 'trigger' }).done;
    expect(await rows()).toEqual(['waiting']);
    expect((await runs.resume(executionId)).result.status).toBe(status);
    expect(await rows()).toEqual(saved);
  });

  describe('by hand', () => {
    const DAY = 86_400_000;
    const byHand = (type: string, id = 'w') => ({
      ...owned({ ...chain(type, { saveManualExecutions: false }), id }),
      mode: 'manual' as const,
    });
    beforeEach(async () => {
      for (const id of ['w', 'other']) await store.workflows.add({ id, file: { ...chain('noOp'), id }, now: 1 });
    });

    it('is retained for a day, also after a wait and if nothing else is pruned', async () => {
      const runs = service();
      const { executionId } = await runs.start(byHand('test.waitHour')).done;
      await runs.resume(executionId);
      await runs.start(byHand('test.fail')).done;
      const forGood = await runs.start({ ...owned(chain('noOp', { saveManualExecutions: true })), mode: 'manual' }).done;
      const retention = new Retention({ store, clock, logger: noLogger }, { prune: false } as never, runs, {
        prune: async () => undefined,
      });
      clock.advance(DAY);
      await retention.all();
      expect(await rows()).toHaveLength(3);
      clock.advance(1);
      await retention.all();
      expect((await store.executionList.list({}, { limit: 9 })).map(({ id }) => id)).toEqual([forGood.executionId]);
    });

    it('is one of the last twenty of its workflow, and a waiting one stays', async () => {
      const runs = service();
      const waiting = await runs.start(byHand('test.waitHour')).done;
      clock.advance(1);
      const other = await runs.start(byHand('noOp', 'other')).done;
      for (let count = 0; count < 22; count++) {
        clock.advance(1);
        await runs.start(byHand('noOp')).done;
      }
      const left = await store.executionList.list({}, { limit: 99 });
      expect(left).toHaveLength(22);
      expect(left.slice(-2).map(({ id }) => id)).toEqual([other, waiting].map(({ executionId }) => executionId));
    });
  });

  function withFailure(settings: WorkflowFile['settings']): WorkflowFile {
    const boxes = { T: trigger, W: { type: 'test.waitHour' }, F: { type: 'test.fail' } };
    return { ...buildWorkflow(boxes, ['T -> W', 'W -> F'], { id: 'w' }), settings };
  }
});
