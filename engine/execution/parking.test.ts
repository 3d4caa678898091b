// Runs are parked when the engine stops: during pauses, and between two nodes.
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow, type NodeSketch, stored as storedWorkflow } from '../testing/build-workflow.ts';
import { portsWith, testNode } from '../testing/test-nodes.ts';
import { Executor, systemClock, type RunOutcome, type StoredRunState } from './index.ts';

const trigger: NodeSketch = { type: 'manualTrigger' };
const noOp: NodeSketch = { type: 'noOp' };
const items = [{ json: { n: 1 } }];
const HOUR = 3_600_000;

/** Creates an executor whose nodes report that they have started; `slow` ends on request. */
function parkable(workflows: readonly WorkflowFile[] = []) {
  let begin = (): void => undefined;
  let end = (): void => undefined;
  const started = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const signals: AbortSignal[] = [];
  const nodes = [
    testNode('pause', (ctx) => {
      signals.push(ctx.signal);
      begin();
      return ctx.pauseUntil(ctx.now() + HOUR).then(() => [ctx.input()]);
    }),
    testNode('short', (ctx) => ctx.pauseUntil(ctx.now()).then(() => [ctx.input()])),
    testNode('slow', async (ctx) => {
      begin();
      await ended;
      return [ctx.input()];
    }),
    testNode('call', async (ctx) => [[...(await ctx.runWorkflow({ workflowId: 'called', items: ctx.input() })).items]]),
  ];
  const ports = portsWith(nodes, {
    clock: systemClock,
    workflow: async (id) => workflows.filter((file) => file.id === id).map(storedWorkflow)[0],
  });
  return { executor: new Executor(ports), started, end, signals };
}

const chain = (...types: readonly NodeSketch[]): WorkflowFile =>
  buildWorkflow(
    Object.fromEntries([trigger, ...types].map((sketch, index) => [`N${index}`, sketch])),
    types.map((_, index) => `N${index} -> N${index + 1}`),
    { id: 'w' },
  );
/** Returns a copy of the state that has been written as JSON and parsed, as in the database. */
const stored = (outcome: RunOutcome): StoredRunState => JSON.parse(JSON.stringify(outcome.state)) as StoredRunState;
const ran = ({ result }: RunOutcome): readonly string[] => Object.keys(result.resultData.runData);

describe('a run that is parked', () => {
  it('in a pause waits for the remaining time, and then passes on its input', async () => {
    const workflow = chain({ type: 'test.pause' }, noOp);
    const { executor, started, signals } = parkable();
    const before = Date.now();
    const { done } = executor.start({ workflow, mode: 'trigger', items });
    await started;
    executor.park();
    const parked = await done;
    expect([parked.result.status, ran(parked)]).toEqual(['waiting', ['N0']]);
    expect(parked.result.waitTill).toBeGreaterThanOrEqual(before + HOUR);
    expect(signals.map((signal) => getEventListeners(signal, 'abort').length)).toEqual([0]);
    const next = await parkable().executor.resume({ workflow, mode: 'trigger' }, stored(parked)).done;
    expect([next.result.status, ran(next)]).toEqual(['success', ['N0', 'N1', 'N2']]);
    expect(next.result.resultData.runData['N2']?.[0]?.data?.['main']?.[0]).toMatchObject(items);
  });

  it('in a node lets it finish, and resumes after it', async () => {
    const workflow = chain({ type: 'test.slow' }, noOp);
    const { executor, started, end } = parkable();
    const { done } = executor.start({ workflow, mode: 'trigger', items });
    await started;
    executor.park();
    end();
    const parked = await done;
    expect([parked.result.status, ran(parked)]).toEqual(['waiting', ['N0', 'N1']]);
    expect(parked.result.waitTill).toBeLessThanOrEqual(Date.now());
    const next = await parkable().executor.resume({ workflow, mode: 'trigger' }, stored(parked)).done;
    expect([next.result.status, ran(next)]).toEqual(['success', ['N0', 'N1', 'N2']]);
    expect(next.result.resultData.runData['N1']).toHaveLength(1);
    expect(next.result.resultData.runData['N2']?.[0]?.data?.['main']?.[0]).toMatchObject(items);
  });

  it.each<[string, NodeSketch, string]>([
    ['ends if nothing follows', { type: 'test.slow' }, 'success'],
    ['can still be stopped', { type: 'test.slow' }, 'canceled'],
  ])('%s', async (_name, sketch, status) => {
    const { executor, started, end } = parkable();
    const { done } = executor.start({ workflow: chain(sketch), mode: 'trigger' });
    await started;
    executor.park();
    if (status === 'canceled') executor.stop();
    else end();
    expect((await done).result.status).toBe(status);
  });

  it('does not park if it was stopped before', async () => {
    const { executor, started } = parkable();
    const running = executor.start({ workflow: chain({ type: 'test.pause' }, noOp), mode: 'trigger' });
    await started;
    running.stop();
    executor.park();
    expect((await running.done).result.status).toBe('canceled');
  });

  it('continues in a called workflow that could not be resumed', async () => {
    const called = buildWorkflow(
      { Called: { type: 'executeWorkflowTrigger' }, A: { type: 'test.slow' }, B: { type: 'test.short' }, C: noOp },
      ['Called -> A', 'A -> B', 'B -> C'],
      { id: 'called' },
    );
    const { executor, started, end } = parkable([called]);
    const { done } = executor.start({ workflow: chain({ type: 'test.call' }, noOp), mode: 'trigger', items });
    await started;
    executor.park();
    end();
    const parked = await done;
    expect([parked.result.status, ran(parked)]).toEqual(['waiting', ['N0', 'N1']]);
    expect(parked.result.resultData.runData['N1']?.[0]?.data?.['main']?.[0]).toMatchObject(items);
  });
});
