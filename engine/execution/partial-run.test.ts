import { describe, expect, it } from 'vitest';
import type { RunData } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow, chain, looped, merged, noOp, trigger, twoTriggers } from '../testing/build-workflow.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { compileWorkflow } from './compiled-workflow.ts';
import { Executor, type StartRequest } from './index.ts';
import { planPartialRun } from './partial-run.ts';

const ports = fakePorts();
const items = [{ json: { n: 1 } }];

/** A node that runs twice, once per branch, and a node after it. */
const twice = buildWorkflow({ T: trigger, Up: noOp, Low: noOp, A: noOp, B: noOp }, [
  'T -> Up',
  'T -> Low',
  'Up -> A',
  'Low -> A',
  'A -> B',
]);
/** A branch of several nodes that receives no data, and a merge after both branches. */
const forked = buildWorkflow(
  {
    T: trigger,
    If: {
      type: 'if',
      typeVersion: 2.2,
      parameters: {
        conditions: {
          options: {},
          conditions: [{ leftValue: '={{ $json.n }}', rightValue: 5, operator: { type: 'number', operation: 'gt' } }],
          combinator: 'and',
        },
      },
    },
    X: noOp,
    Y: noOp,
    Z: noOp,
    M: { type: 'merge' },
    End: noOp,
  },
  ['T -> If', 'If:0 -> X', 'X -> Y', 'If:1 -> Z', 'Y -> M:0', 'Z -> M:1', 'M -> End'],
);

async function fullRun(workflow: WorkflowFile, request: Partial<StartRequest> = {}): Promise<RunData> {
  return (await new Executor(ports).start({ workflow, mode: 'manual', items, ...request }).done).result.resultData.runData;
}

const without = (runData: RunData, ...names: readonly string[]): RunData =>
  Object.fromEntries(Object.entries(runData).filter(([name]) => !names.includes(name)));

async function plan(
  workflow: WorkflowFile,
  destination: string,
  runData: RunData,
  dirtyNodes: readonly string[] = [],
  pinned: readonly string[] = [],
) {
  const pinData = Object.fromEntries(pinned.map((name) => [name, items]));
  const planned = planPartialRun(await compileWorkflow(workflow, ports.nodes), { destination, runData, dirtyNodes, pinData });
  return {
    starts: planned.pending.map(({ node }) => node).sort(),
    kept: Object.keys(planned.runData).sort(),
    willRun: [...planned.willRun].sort(),
  };
}

describe('the plan of a partial run', () => {
  it.each<[string, WorkflowFile, string, readonly string[], readonly string[], unknown]>([
    [
      'runs only the destination if all results above are valid',
      chain,
      'C',
      [],
      [],
      { starts: ['C'], kept: ['A', 'B', 'T'], willRun: ['C'] },
    ],
    ['runs a dirty node and all below it', chain, 'C', [], ['A'], { starts: ['A'], kept: ['T'], willRun: ['A', 'B', 'C'] }],
    ['runs nodes without a result', chain, 'C', ['B'], [], { starts: ['B'], kept: ['A', 'T'], willRun: ['B', 'C'] }],
    ['starts at the trigger if no result is valid', chain, 'B', ['T', 'A', 'B'], [], { starts: ['T'], kept: [], willRun: ['A', 'B', 'T'] }],
    ['starts at the trigger when that is dirty', chain, 'B', [], ['T'], { starts: ['T'], kept: [], willRun: ['A', 'B', 'T'] }],
    ['keeps the valid branch of a merge', merged, 'End', [], ['B'], { starts: ['B'], kept: ['A', 'T'], willRun: ['B', 'End', 'M'] }],
    ['runs an incomplete loop again', looped, 'Done', [], ['W'], { starts: ['L'], kept: ['T'], willRun: ['Done', 'L', 'W'] }],
  ])('%s', async (_name, workflow, destination, missing, dirty, expected) => {
    expect(await plan(workflow, destination, without(await fullRun(workflow), ...missing), dirty)).toEqual(expected);
  });

  it.each<[string, WorkflowFile, Partial<StartRequest>, string, readonly string[], unknown]>([
    ['follows the trigger that ran, not another one above', twoTriggers, {}, 'B', [], { starts: ['B'], kept: ['A', 'T'], willRun: ['B'] }],
    [
      'follows the other trigger when that ran',
      twoTriggers,
      { startNode: 'Clock' },
      'B',
      [],
      { starts: ['B'], kept: ['A', 'Clock', 'Prepare'], willRun: ['B'] },
    ],
    [
      'starts the trigger that ran when it is dirty',
      twoTriggers,
      { startNode: 'Clock' },
      'B',
      ['Clock'],
      { starts: ['Clock'], kept: [], willRun: ['A', 'B', 'Clock', 'Prepare'] },
    ],
    [
      'takes a branch that nothing went to as it is',
      forked,
      {},
      'End',
      [],
      { starts: ['End'], kept: ['If', 'M', 'T', 'Z'], willRun: ['End'] },
    ],
    ['runs nothing for a node that received no data', forked, {}, 'Y', [], { starts: [], kept: ['If', 'T'], willRun: [] }],
    [
      'runs such a branch if the deciding node is dirty',
      forked,
      {},
      'Y',
      ['If'],
      { starts: ['If'], kept: ['T'], willRun: ['If', 'X', 'Y'] },
    ],
    [
      'does not trust a node whose run was cut short',
      twice,
      { destination: 'Up' },
      'B',
      [],
      { starts: ['A', 'Low'], kept: ['T', 'Up'], willRun: ['A', 'B', 'Low'] },
    ],
    [
      'does not trust a loop that was left within',
      looped,
      { destination: 'W' },
      'Done',
      [],
      { starts: ['L'], kept: ['T'], willRun: ['Done', 'L', 'W'] },
    ],
    [
      'hands on each run of a node that ran twice',
      twice,
      {},
      'B',
      [],
      { starts: ['B', 'B'], kept: ['A', 'Low', 'T', 'Up'], willRun: ['B'] },
    ],
  ])('%s', async (_name, workflow, first, destination, dirty, expected) => {
    expect(await plan(workflow, destination, await fullRun(workflow, first), dirty)).toEqual(expected);
  });

  it.each<[string, readonly string[], readonly string[], readonly string[], unknown]>([
    ['runs nothing above a pinned node', ['T', 'A', 'B', 'C'], [], ['B'], { starts: ['B'], kept: [], willRun: ['B', 'C'] }],
    ['returns pinned data again if it changed', [], ['B'], ['B'], { starts: ['B'], kept: [], willRun: ['B', 'C'] }],
    ['runs the destination though it is pinned', [], [], ['C'], { starts: ['C'], kept: ['A', 'B', 'T'], willRun: ['C'] }],
  ])('%s', async (_name, missing, dirty, pinned, expected) => {
    expect(await plan(chain, 'C', without(await fullRun(chain), ...missing), dirty, pinned)).toEqual(expected);
  });

  describe('of a node with pinned data', () => {
    const created = { n: 1 };
    const pinned = (json: object) => ({ B: [{ json }] }) as never;
    it.each<[string, object | undefined, object | undefined, unknown]>([
      ['keeps results of the same pin', created, created, { starts: ['C'], kept: ['B'], willRun: ['C'] }],
      ['returns an edited pin again', created, { n: 2 }, { starts: ['B'], kept: [], willRun: ['B', 'C'] }],
      ['returns an added pin again', undefined, created, { starts: ['B'], kept: [], willRun: ['B', 'C'] }],
      [
        'runs it once its pin was removed, and what lies above',
        created,
        undefined,
        { starts: ['T'], kept: [], willRun: ['A', 'B', 'C', 'T'] },
      ],
    ])('%s', async (_name, before, now, expected) => {
      const partial = before === undefined ? undefined : { destination: 'C', runData: {}, pinData: pinned(before) };
      const runData = await fullRun(chain, { partial, ...(before === undefined ? {} : { pinData: pinned(before) }) });
      const planned = planPartialRun(await compileWorkflow(chain, ports.nodes), {
        destination: 'C',
        // A copy, as after storing and reading.
        runData: structuredClone(runData),
        ...(now === undefined ? {} : { pinData: pinned(now) }),
      });
      expect({
        starts: planned.pending.map(({ node }) => node),
        kept: Object.keys(planned.runData),
        willRun: [...planned.willRun].sort(),
      }).toEqual(expected);
    });
  });

  it('starts a pinned branch and the trigger of the other', async () => {
    expect(await plan(merged, 'End', {}, [], ['B'])).toEqual({ starts: ['B', 'T'], kept: [], willRun: ['A', 'B', 'End', 'M', 'T'] });
  });

  it('does not reuse results of a node whose connections changed', async () => {
    const rewired = { ...chain, connections: buildWorkflow({}, ['T -> A', 'T -> B', 'B -> C']).connections };
    expect(await plan(rewired, 'C', await fullRun(chain))).toEqual({ starts: ['B'], kept: ['T'], willRun: ['B', 'C'] });
    const more = { ...chain, connections: buildWorkflow({}, ['T -> A', 'A -> B', 'T -> B', 'B -> C']).connections };
    expect(await plan(more, 'C', await fullRun(chain))).toEqual({ starts: ['B', 'B'], kept: ['A', 'T'], willRun: ['B', 'C'] });
  });

  it('does not reuse results of a node that failed', async () => {
    const runData = await fullRun(chain);
    const failed = { ...runData, B: [{ ...(runData['B']?.[0] as RunData[string][number]), error: { name: 'Error', message: 'no' } }] };
    expect(await plan(chain, 'C', failed)).toEqual({ starts: ['B'], kept: ['A', 'T'], willRun: ['B', 'C'] });
  });

  it('rejects an unknown destination', async () => {
    await expect(plan(chain, 'Nobody', {})).rejects.toMatchObject({ code: 'NODE_NOT_FOUND' });
  });
});

describe('a partial run', () => {
  const run = async (workflow: WorkflowFile, destination: string, dirtyNodes: readonly string[], before?: RunData) => {
    const ran: string[] = [];
    const { result } = await new Executor(ports).start({
      workflow,
      mode: 'manual',
      partial: { destination, runData: before ?? (await fullRun(workflow)), dirtyNodes },
      listener: (event) => void (event.type === 'nodeExecuteAfter' && ran.push(event.nodeName)),
    }).done;
    return { ran, result };
  };

  it('runs the destination on reused results', async () => {
    const { ran, result } = await run(chain, 'C', []);
    expect(ran).toEqual(['C']);
    expect(result.resultData.runData['C']?.[0]?.source).toEqual([{ previousNode: 'B', previousNodeOutput: 0, previousNodeRun: 0 }]);
  });

  it('ignores nodes that do not lead to the destination', async () => {
    expect((await run(chain, 'B', ['A'])).ran).toEqual(['A', 'B']);
  });

  it('joins reused and new results at a merge', async () => {
    const { ran, result } = await run(merged, 'End', ['B']);
    expect(ran).toEqual(['B', 'M', 'End']);
    expect(result.resultData.runData['End']?.[0]?.data?.['main']?.[0]).toHaveLength(2);
  });

  it('does not modify the results that it reuses', async () => {
    const before = await fullRun(looped);
    const copy = structuredClone(before);
    const { result } = await run(looped, 'Done', ['W'], before);
    expect(before).toEqual(copy);
    expect(result.resultData.runData['W']).toHaveLength(1);
  });

  it.each(['v1', 'v0'])('returns what a whole run returns, in its order (%s)', async (executionOrder) => {
    const workflow = { ...twice, settings: { executionOrder } };
    const whole = await fullRun(workflow);
    const { ran, result } = await run(workflow, 'B', [], whole);
    expect(ran).toEqual(['B', 'B']);
    const sources = (runData: RunData): unknown => runData['B']?.map(({ source }) => source);
    expect(sources(result.resultData.runData)).toEqual(sources(whole));
  });

  it('continues the numbering of reused results', async () => {
    const { result } = await run(chain, 'C', [], without(await fullRun(chain), 'Side'));
    const indexes = Object.values(result.resultData.runData).flatMap((runs) => runs.map(({ executionIndex }) => executionIndex));
    expect(new Set(indexes).size).toBe(indexes.length);
  });

  it('uses pinned items instead of the nodes above', async () => {
    const { result } = await new Executor(ports).start({
      workflow: chain,
      mode: 'manual',
      pinData: { B: [{ json: { pinned: true } }] },
      partial: { destination: 'C', runData: {} },
    }).done;
    expect(Object.keys(result.resultData.runData)).toEqual(['B', 'C']);
    expect(result.resultData.runData['C']?.[0]?.data?.['main']?.[0]).toMatchObject([{ json: { pinned: true } }]);
  });

  it('of a node within a loop ends there', async () => {
    const { ran } = await run(looped, 'W', []);
    expect(ran).toEqual(['L', 'W']);
  });
});

describe('a run to a destination', () => {
  it('ends at it within a full run', async () => {
    const { result } = await new Executor(ports).start({ workflow: chain, mode: 'manual', destination: 'B' }).done;
    expect(Object.keys(result.resultData.runData)).toEqual(['T', 'A', 'B']);
  });

  it('delivers everything that reaches it', async () => {
    const { result } = await new Executor(ports).start({ workflow: twice, mode: 'manual', destination: 'A' }).done;
    expect(result.resultData.runData['A']).toHaveLength(2);
    expect(result.resultData.runData['B']).toBeUndefined();
  });
});
