import { describe, expect, it } from 'vitest';
import type { RunResult } from '../contract/run-data.ts';
import { buildWorkflow, type NodeSketch } from '../testing/build-workflow.ts';
import { fakeClock } from '../testing/fake-ports.ts';
import { portsWith, testNode } from '../testing/test-nodes.ts';
import { Executor, type RunOutcome, type StoredRunState } from './index.ts';

const trigger: NodeSketch = { type: 'manualTrigger' };
const noOp: NodeSketch = { type: 'noOp' };
const two = [{ json: { n: 1 } }, { json: { n: 2 } }];

let mayFail = true;
const nodes = [
  testNode('waitHour', (ctx) => {
    ctx.waitUntil(ctx.now() + 3_600_000);
    return [[]];
  }),
  testNode('waitThenFail', (ctx) => {
    ctx.waitUntil(ctx.now() + 1000);
    throw new Error('no');
  }),
  testNode('fail', () => {
    throw new Error('must not run');
  }),
  testNode('failOnce', (ctx) => {
    if (mayFail) throw new Error('once');
    return [ctx.input()];
  }),
  testNode('remember', (ctx) => {
    const context = ctx.nodeContext() as { times?: number };
    context.times = (context.times ?? 0) + 1;
    ctx.setExecutionData('times', String(context.times));
    return [[{ json: { times: context.times } }]];
  }),
];

const executor = new Executor(portsWith(nodes));
/** Returns a copy of the state that has been written as JSON and parsed, as in the database. */
const stored = (outcome: RunOutcome): StoredRunState => JSON.parse(JSON.stringify(outcome.state)) as StoredRunState;
const ran = ({ resultData }: RunResult): Record<string, number> =>
  Object.fromEntries(Object.entries(resultData.runData).map(([name, runs]) => [name, runs.length]));

describe('a run that waits', () => {
  it('is resumed at the same place, with the nodes’ state of the execution', async () => {
    const workflow = buildWorkflow({ T: trigger, R: { type: 'test.remember' }, W: { type: 'test.waitHour' }, Again: { ...noOp } }, [
      'T -> R',
      'R -> W',
      'W -> Again',
    ]);
    const first = await executor.start({ workflow, mode: 'manual' }).done;
    expect(first.result).toMatchObject({ status: 'waiting', resultData: { lastNodeExecuted: 'W', metadata: { times: '1' } } });
    const { result } = await executor.resume({ workflow, mode: 'manual' }, stored(first)).done;
    expect(result).toMatchObject({ status: 'success', resultData: { lastNodeExecuted: 'Again', metadata: { times: '1' } } });
    expect(result.waitTill).toBeUndefined();
    expect(Object.values(result.resultData.runData).map((runs) => runs[0]?.executionIndex)).toEqual([0, 1, 2, 3]);
  });

  it('may wait again', async () => {
    const workflow = buildWorkflow({ T: trigger, W: { type: 'test.waitHour' }, V: { type: 'test.waitHour' }, End: noOp }, [
      'T -> W',
      'W -> V',
      'V -> End',
    ]);
    const first = await executor.start({ workflow, mode: 'manual', items: two }).done;
    const second = await executor.resume({ workflow, mode: 'manual' }, stored(first)).done;
    expect(second.result.status).toBe('waiting');
    const third = await executor.resume({ workflow, mode: 'manual' }, stored(second)).done;
    expect(third.result.resultData.runData['End']?.[0]?.data?.['main']?.[0]).toHaveLength(2);
  });

  it('waits within a loop, once per iteration', async () => {
    const workflow = buildWorkflow({ T: trigger, L: { type: 'splitInBatches' }, W: { type: 'test.waitHour' }, Done: noOp }, [
      'T -> L',
      'L:0 -> Done',
      'L:1 -> W',
      'W -> L',
    ]);
    let outcome = await executor.start({ workflow, mode: 'manual', items: two }).done;
    for (let turns = 0; outcome.state !== undefined && turns < 9; turns++)
      outcome = await executor.resume({ workflow, mode: 'manual' }, stored(outcome)).done;
    expect(outcome.result.status).toBe('success');
    expect(ran(outcome.result)).toEqual({ T: 1, L: 3, W: 2, Done: 1 });
  });

  it('keeps its bounds', async () => {
    const workflow = buildWorkflow(
      {
        T: trigger,
        W: { type: 'test.waitHour' },
        Pinned: { type: 'test.fail' },
        End: noOp,
        Beyond: { type: 'test.fail' },
        Side: { type: 'test.fail' },
      },
      ['T -> W', 'W -> Pinned', 'W -> Side', 'Pinned -> End', 'End -> Beyond'],
    );
    const first = await executor.start({ workflow, mode: 'manual', destination: 'End', pinData: { Pinned: [{ json: { pinned: 1 } }] } })
      .done;
    const { result } = await executor.resume({ workflow, mode: 'manual' }, stored(first)).done;
    expect(result.resultData.error?.message).toBeUndefined();
    expect(ran(result)).toEqual({ T: 1, W: 1, Pinned: 1, End: 1 });
    expect(result.resultData.runData['End']?.[0]?.data?.['main']?.[0]).toMatchObject([{ json: { pinned: 1 } }]);
  });

  it('does not wait for a node that failed first', async () => {
    const clock = fakeClock(0);
    const workflow = buildWorkflow({ T: trigger, W: { type: 'test.waitThenFail', retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } }, [
      'T -> W',
    ]);
    const { result } = await new Executor(portsWith(nodes, { clock })).start({ workflow, mode: 'manual' }).done;
    expect(result).toMatchObject({ status: 'error', resultData: { error: { message: 'no' } } });
  });
});

describe('a run that failed', () => {
  it('is resumed at the failed node', async () => {
    const workflow = buildWorkflow({ T: trigger, F: { type: 'test.failOnce' }, End: noOp }, ['T -> F', 'F -> End']);
    mayFail = true;
    const first = await executor.start({ workflow, mode: 'manual', items: two }).done;
    expect(first.result.status).toBe('error');
    mayFail = false;
    const { result } = await executor.resume({ workflow, mode: 'retry' }, stored(first)).done;
    expect(result).toMatchObject({ status: 'success', mode: 'retry' });
    expect(ran(result)).toEqual({ T: 1, F: 1, End: 1 });
    expect(result.resultData.runData['F']?.[0]).toMatchObject({ executionStatus: 'success' });
  });
});
