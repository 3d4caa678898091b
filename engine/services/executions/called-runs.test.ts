// Workflows that call others: each call is an execution of its own; caller and called wait together, and resume together after a crash at any
// moment.
import { Principals } from '../principals.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WAIT_FOREVER, type ItemList } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Executor, type Clock } from '../../execution/index.ts';
import { noLogger } from '../../logger.ts';
import { Store, type ExecutionRecord } from '../../store/index.ts';
import { buildWorkflow, type NodeSketch, owned } from '../../testing/build-workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { portsWith, testNode } from '../../testing/test-nodes.ts';
import type { Asker } from '../access.ts';
import { SavedFiles } from './saved-files.ts';
import { ExecutionListService } from './execution-list.ts';
import { ExecutionService } from './executions.ts';
import { WorkflowStates } from './workflow-states.ts';

const HOUR = 3_600_000;
const everyone: Asker = { userId: 'u', role: 'owner' };
const clock = fakeClock();
let folder: string;
let store: Store;
let ran: string[];
let release: () => void;
let blocked: Promise<void>;
let woken: number[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-called-'));
  store = await Store.open(folder);
  ran = [];
  woken = [];
  blocked = new Promise((resolve) => (release = resolve));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const nodes = [
  testNode('fail', () => { throw new Error('It broke'); }), // oxfmt-ignore
  testNode('waitHour', (ctx) => { ctx.waitUntil(ctx.now() + HOUR); return [[]]; }), // oxfmt-ignore
  testNode('waitCall', (ctx) => { ctx.waitUntil(WAIT_FOREVER); return [[]]; }), // oxfmt-ignore
  testNode('pause', async (ctx) => [(await ctx.pauseUntil(ctx.now() + 30_000), ctx.input())]),
  testNode('hold', async (ctx) => [(await blocked, ctx.input())]),
  testNode('note', (ctx) => [(ran.push(ctx.workflow.id), ctx.input().map(({ json }) => ({ json: { ...json, [ctx.workflow.id]: true } })))]),
];

/** Creates the service of a new process; the processes of earlier services have ended. */
function service(over: Store = store, time: Clock = clock) {
  const files = new SavedFiles({ workflows: over.workflows, principals: new Principals(over), onStaticData: () => undefined });
  const executor = new Executor(
    portsWith(nodes, {
      clock: time,
      uuid: randomUUID,
      workflow: (id) => files.get(id),
    }),
  );
  const instance = { id: randomUUID(), isAlive: () => false };
  const executions = new ExecutionService({
    executor,
    store: over,
    clock: time,
    ids: randomUUID,
    logger: noLogger,
    instance,
    states: new WorkflowStates({ workflows: over.workflows }),
    principals: new Principals(over),
    onWaiting: (time) => woken.push(time),
  });
  executor.runCallsIn(executions);
  return { executor, executions };
}

const called: NodeSketch = { type: 'executeWorkflowTrigger' };
const calling = (workflowId: string, more: object = {}, options: object = {}): NodeSketch => ({
  type: 'executeWorkflow',
  parameters: { source: 'database', workflowId, mode: 'once', options, ...more },
});
/** A workflow whose nodes are connected in a row. */
function workflow(id: string, start: NodeSketch, steps: Readonly<Record<string, NodeSketch>>, settings: WorkflowFile['settings'] = {}) {
  const names = ['Start', ...Object.keys(steps), 'End'];
  const links = names.slice(1).map((name, index) => `${names[index] ?? ''} -> ${name}`);
  return { ...buildWorkflow({ Start: start, ...steps, End: { type: 'test.note' } }, links, { id, name: id }), settings };
}
const parent = (step: NodeSketch = calling('child'), settings = {}): WorkflowFile =>
  workflow('parent', { type: 'manualTrigger' }, { Call: step }, settings);
const child = (step: string, settings = {}): Promise<void> =>
  store.workflows.save('child', workflow('child', called, { Step: { type: `test.${step}` } }, settings), 0);

async function rows(over: Store = store): Promise<readonly ExecutionRecord[]> {
  return (await over.executionList.list({}, { limit: 50 })).toSorted((a, b) => a.workflowId.localeCompare(b.workflowId));
}
const states = async (over: Store = store): Promise<readonly string[]> =>
  (await rows(over)).map(({ workflowId, mode, status }) => `${workflowId} ${mode} ${status}`);
const idOf = async (workflowId: string): Promise<string> => (await rows()).find((row) => row.workflowId === workflowId)?.id ?? '';
/** Resumes due executions until no more are due. */
async function goOn(executions: ExecutionService, over: Store = store): Promise<void> {
  while ((await over.executions.due(clock.now())).length > 0) {
    const outcomes = await executions.resumeDue();
    if (outcomes.length === 0) break;
  }
  await executions.idle();
}
const outputOf = async (executions: ExecutionService, id: string): Promise<readonly unknown[]> =>
  ((await executions.get(id))?.payload?.resultData?.runData['End']?.[0]?.data?.['main']?.[0] ?? []).map(({ json }) => json);
const start = ({ executions }: ReturnType<typeof service>, file = parent(), items?: readonly { json: object }[]) =>
  executions.start({ ...owned(file), mode: 'trigger', ...(items === undefined ? {} : { items: items as never }) });
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

describe('a called workflow', () => {
  it('is an execution of its own, linked with its caller in both directions', async () => {
    await child('note');
    const own = service();
    const { executionId } = await start(own).done;
    await own.executions.idle();
    expect(await states()).toEqual(['child integrated success', 'parent trigger success']);
    const childId = await idOf('child');
    expect((await rows())[0]?.parent).toEqual({ id: executionId, workflowId: 'parent', node: 'Call', call: 0 });
    const task = (await own.executions.get(executionId))?.payload?.resultData?.runData['Call']?.[0];
    expect(task?.metadata).toEqual({ subExecution: { executionId: childId, workflowId: 'child' } });
  });

  it('is saved according to its own settings, and runs its own error workflow', async () => {
    await store.workflows.save('errors', buildWorkflow({ Caught: { type: 'errorTrigger' } }, [], { id: 'errors' }), 0);
    await child('fail', { errorWorkflow: 'errors' });
    const own = service();
    expect((await start(own).done).result.resultData.error).toMatchObject({ message: 'It broke', node: 'Call' });
    await own.executions.idle();
    expect(await states()).toEqual(['child integrated error', 'errors error success', 'parent trigger error']);
    await child('note', { saveDataSuccessExecution: 'none' });
    await start(own).done;
    await own.executions.idle();
    expect((await states()).filter((state) => state.startsWith('child'))).toEqual(['child integrated error']);
  });

  it('has its own time limit: beyond it the caller fails too, and its error workflow runs', async () => {
    await store.workflows.save('errors', buildWorkflow({ Caught: { type: 'errorTrigger' } }, [], { id: 'errors' }), 0);
    await child('hold', { executionTimeout: 0.01, errorWorkflow: 'errors' });
    const own = service();
    const { result } = await start(own).done;
    const message = 'The execution was stopped because it ran longer than 0.01 s, the time set for this workflow.';
    expect(result).toMatchObject({ status: 'error', resultData: { error: { message, node: 'Call' } } });
    await own.executions.idle();
    expect(await states()).toEqual(['child integrated canceled', 'errors error success', 'parent trigger error']);
    expect(ran).toEqual([]);
  });

  it('continues after its caller has ended without waiting, and is parked when the server stops', async () => {
    await child('pause');
    const sleep: Clock['sleep'] = (_, signal) =>
      new Promise((_resolve, reject) => {
        const end = (): void => reject(signal.reason as Error);
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      });
    const own = service(store, { ...clock, sleep });
    await start(own, parent(calling('child', {}, { waitForSubWorkflow: false }))).done;
    await expect.poll(() => states()).toEqual(['child integrated running', 'parent trigger success']);
    own.executor.park();
    await own.executions.idle();
    expect(await states()).toEqual(['child integrated waiting', 'parent trigger success']);
    clock.advance(HOUR);
    await goOn(service().executions);
    expect(await states()).toEqual(['child integrated success', 'parent trigger success']);
    expect(ran).toEqual(['parent', 'child']);
  });
});

describe('a wait within a called workflow', () => {
  it.each([
    ['once', calling('child'), 2, 1],
    ['for each item in turn', calling('child', { mode: 'each' }), 3, 3],
  ])('parks the caller too, and both go on: called %s', async (_name, step, count, calls) => {
    await child('waitHour');
    const own = service();
    const { executionId } = await start(own, parent(step), numbered(count)).done;
    for (let call = 0; call < calls; call++) {
      expect((await states()).filter((state) => state.endsWith('waiting'))).toEqual(['child integrated waiting', 'parent trigger waiting']);
      expect((await store.executions.get(executionId))?.waitTill).toBe(WAIT_FOREVER);
      clock.advance(HOUR);
      await goOn(service().executions);
    }
    expect(await outputOf(own.executions, executionId)).toEqual(
      numbered(count).map(({ json }) => ({ ...json, child: true, parent: true })),
    );
    expect(ran).toEqual([...Array.from({ length: calls }, () => 'child'), 'parent']);
    expect((await rows()).length).toBe(calls + 1);
    expect((await store.executions.calls.results(executionId)).size).toBe(0);
  });

  it('suspends callers on several levels', async () => {
    await store.workflows.save('inner', workflow('inner', called, { Step: { type: 'test.waitHour' } }), 0);
    await store.workflows.save('child', workflow('child', called, { Step: calling('inner') }), 0);
    const { executionId } = await start(service(), parent(), numbered(1)).done;
    expect(await states()).toEqual(['child integrated waiting', 'inner integrated waiting', 'parent trigger waiting']);
    clock.advance(HOUR);
    const next = service().executions;
    await goOn(next);
    expect(await outputOf(next, executionId)).toEqual([{ n: 0, inner: true, child: true, parent: true }]);
  });

  it('ends with the data of a resume call, which is stored before the response', async () => {
    await child('waitCall');
    const { executionId } = await start(service(), parent(), numbered(1)).done;
    const childId = await idOf('child');
    const next = service().executions;
    const output: ItemList[] = [[{ json: { body: 'yes' } }]];
    await next.resumeRun(childId, { output });
    const stored = await next.get(childId);
    expect(stored?.payload?.state?.pending).toMatchObject([{ node: 'Step', output }]);
    await next.idle();
    await goOn(next);
    expect(await outputOf(next, executionId)).toEqual([{ body: 'yes', child: true, parent: true }]);
  });

  it('passes a later failure on to the caller', async () => {
    await store.workflows.save('child', workflow('child', called, { W: { type: 'test.waitHour' }, F: { type: 'test.fail' } }), 0);
    await start(service()).done;
    clock.advance(HOUR);
    await goOn(service().executions);
    expect(await states()).toEqual(['child integrated error', 'parent trigger error']);
    expect((await rows())[1]).toMatchObject({ lastNode: 'Call', errorMessage: 'It broke' });
  });

  it('ends when the caller is stopped; the caller fails when the called execution is stopped', async () => {
    await child('waitHour');
    const own = service();
    const { executionId } = await start(own).done;
    await own.executions.stop(executionId);
    expect(await states()).toEqual(['child integrated canceled', 'parent trigger canceled']);
    const second = await start(own).done;
    const waiting = (await rows()).find(({ status, workflowId }) => status === 'waiting' && workflowId === 'child');
    await own.executions.stop(waiting?.id ?? '');
    await goOn(own.executions);
    expect(await store.executions.get(second.executionId)).toMatchObject({ status: 'error', errorMessage: 'The execution was stopped.' });
  });

  it.each([
    ['by its id', (id: string) => ({ ids: [id] })],
    ['by its status', () => ({ deleteBefore: '9999-01-01T00:00:00Z', filters: { workflowId: 'child', status: 'waiting' } })],
  ])('fails the caller when it is deleted %s', async (_name, expected) => {
    await child('waitHour');
    const own = service();
    const { executionId } = await start(own).done;
    const childId = await idOf('child');
    const list = new ExecutionListService({ store, executions: own.executions, canSearch: false, zone: () => 'UTC' });
    woken = [];
    expect(await list.remove(everyone, expected(childId))).toBe(1);
    expect(woken).toEqual([clock.now()]);
    await goOn(own.executions);
    expect(await states()).toEqual(['parent trigger error']);
    const errorMessage = `The called execution ${childId} was deleted before its end.`;
    expect(await store.executions.get(executionId)).toMatchObject({ lastNode: 'Call', errorMessage });
  });

  it('ends when its caller is deleted, and leaves no result', async () => {
    await child('waitHour');
    const own = service();
    const { executionId } = await start(own).done;
    await own.executions.remove({ ids: [executionId] });
    expect(await states()).toEqual(['child integrated canceled']);
    expect((await store.executions.calls.results(executionId)).size).toBe(0);
    clock.advance(HOUR);
    await goOn(own.executions);
    expect(await states()).toEqual(['child integrated canceled']);
  });

  it('makes a caller that is about to park fail when it is deleted', async () => {
    await child('waitHour');
    const own = service();
    const { executionId } = await start(own).done;
    const again = await own.executions.resumeRun(executionId);
    await own.executions.remove({ ids: [await idOf('child')] });
    await again.done;
    await goOn(own.executions);
    expect(await states()).toEqual(['parent trigger error']);
  });

  it('makes a caller whose process ended before parking fail when it is deleted', async () => {
    await child('waitHour');
    const { executionId } = await start(service()).done;
    await store.executions.claim(executionId, 'ended', { checkpoint: WAIT_FOREVER });
    const next = service().executions;
    await next.remove({ ids: [await idOf('child')] });
    await next.recover();
    await goOn(next);
    expect(await states()).toEqual(['parent trigger error']);
  });

  it('is stopped when its workflow is deleted, and its caller fails', async () => {
    await child('waitHour');
    const own = service();
    const { executionId } = await start(own, parent(), numbered(1)).done;
    await store.workflows.remove('child');
    await own.executions.ofDeleted.ended('child');
    await goOn(own.executions);
    expect(await states()).toEqual(['child integrated canceled', 'parent trigger error']);
    expect((await own.executions.get(executionId))?.record.errorMessage).toBe(
      'The execution was stopped because its workflow was deleted.',
    );
  });

  it('parks both when the server stops', async () => {
    await child('pause');
    const never = { ...clock, sleep: (_: number, signal: AbortSignal) => new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))) }; // oxfmt-ignore
    const own = service(store, never);
    const run = start(own, parent(), numbered(1));
    await expect.poll(async () => (await rows()).find(({ workflowId }) => workflowId === 'child')?.waitTill).toBeDefined();
    own.executor.park();
    await run.done;
    expect(await states()).toEqual(['child integrated waiting', 'parent trigger waiting']);
    clock.advance(HOUR);
    const next = service().executions;
    await goOn(next);
    expect(await outputOf(next, run.executionId)).toEqual([{ n: 0, child: true, parent: true }]);
  });
});

describe('after a crash', () => {
  const never: Clock = { ...clock, sleep: () => new Promise(() => undefined) };

  it('a short pause and its callers resume, however little of them is saved', async () => {
    const settings = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' };
    await child('pause', settings);
    const run = start(service(store, never), parent(calling('child'), settings), numbered(1));
    await expect.poll(async () => (await rows()).map(({ waitTill }) => waitTill !== undefined)).toEqual([true, true]);
    expect(await states()).toEqual(['child integrated running', 'parent trigger running']);
    const next = service().executions;
    expect(await next.recover()).toEqual([]);
    expect(await states()).toEqual(['child integrated waiting', 'parent trigger waiting']);
    clock.advance(30_000);
    await goOn(next);
    expect([ran, await states(), run.executionId !== '']).toEqual([['child', 'parent'], [], true]);
  });

  it('a caller fails if the execution it called was not stored yet', async () => {
    await child('pause');
    start(service(store, never), parent(), numbered(1));
    await expect.poll(async () => (await rows()).map(({ waitTill }) => waitTill !== undefined)).toEqual([true, true]);
    const other = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
    other.prepare('delete from execution where id = ?').run(await idOf('child'));
    other.close();
    const next = service().executions;
    await next.recover();
    await goOn(next);
    expect(await states()).toEqual(['parent trigger error']);
  });

  it('a caller receives the result stored before the crash', async () => {
    await child('pause');
    const dying = service(store, never);
    start(dying, parent(), numbered(1));
    await expect.poll(async () => (await rows()).map(({ waitTill }) => waitTill !== undefined)).toEqual([true, true]);
    const other = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
    // The state between the caller's checkpoint and its crash.
    other.prepare("update execution set status = 'waiting', wait_till = 1 where id = ?").run(await idOf('child'));
    other.close();
    await goOn(service().executions);
    expect(await states()).toEqual(['child integrated success', 'parent trigger running']);
    const next = service().executions;
    await next.recover();
    await goOn(next);
    expect(await states()).toEqual(['child integrated success', 'parent trigger success']);
  });

  it('a crashed called execution makes its caller fail', async () => {
    await store.workflows.save('child', workflow('child', called, { W: { type: 'test.waitHour' }, H: { type: 'test.hold' } }), 0);
    await start(service()).done;
    clock.advance(HOUR);
    const dying = service().executions;
    const run = await dying.resumeRun(await idOf('child'));
    await run.started;
    const next = service().executions;
    expect(await next.recover()).toEqual([run.executionId]);
    await goOn(next);
    expect(await states()).toEqual(['child integrated crashed', 'parent trigger error']);
    release();
    await run.done;
  });

  it('the data of a resume call is saved', async () => {
    const file = workflow('w', { type: 'manualTrigger' }, { W: { type: 'test.waitCall' }, H: { type: 'test.hold' } });
    const { executionId } = await start(service(), file).done;
    const dying = await service().executions.resumeRun(executionId, { output: [[{ json: { body: 'kept' } }]] });
    const next = service().executions;
    expect(await next.recover()).toEqual([executionId]);
    release();
    const retried = await (await next.retry(executionId, 'owner')).done;
    expect(retried.result.resultData.runData['End']?.[0]?.data?.['main']).toMatchObject([[{ json: { body: 'kept' } }]]);
    await dying.done;
  });

  it('at any moment after the called execution waits, both end', async () => {
    await child('waitHour');
    const other = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
    const moments: Buffer[] = [];
    let version: unknown;
    const story = { isOver: false };
    const watch = async (): Promise<void> => {
      for (; !story.isOver; await nextTurn()) {
        const now = other.pragma('data_version', { simple: true });
        if (now !== version) moments.push(other.serialize());
        version = now;
      }
    };
    const watching = watch();
    const own = service();
    const { executionId } = await start(own, parent(calling('child', { mode: 'each' })), numbered(2)).done;
    for (let call = 0; call < 2; call++) {
      clock.advance(HOUR);
      await goOn(own.executions);
    }
    story.isOver = true;
    await watching;
    other.close();
    expect(await outputOf(own.executions, executionId)).toHaveLength(2);
    let resumedCount = 0;
    for (const [index, moment] of moments.entries()) {
      const copy = join(folder, `moment-${index}`);
      mkdirSync(join(copy, 'db'), { recursive: true });
      // The file header contains the journal mode WAL, which an in-memory database cannot have.
      writeFileSync(join(copy, 'db', 'millrace.sqlite'), moment);
      const crashed = await Store.open(copy);
      const before = await states(crashed);
      const { executions } = service(crashed);
      await executions.recover();
      for (let call = 0; call < 3; call++) {
        clock.advance(HOUR);
        await goOn(executions, crashed);
      }
      const after = await states(crashed);
      expect(after.filter((state) => /running|waiting/.test(state))).toEqual([]);
      if (before.some((state) => state === 'child integrated waiting')) {
        resumedCount++;
        expect([before, after.at(-1)]).toEqual([before, 'parent trigger success']);
      }
      await crashed.close();
    }
    expect(resumedCount).toBeGreaterThan(2);
  });
});
