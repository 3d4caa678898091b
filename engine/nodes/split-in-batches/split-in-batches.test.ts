// Loop Over Items: iterations, collected results, context values, resetting, and lineage.
import { describe, expect, it } from 'vitest';
import type { Item, RunResult } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Executor } from '../../execution/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { runNode } from '../../testing/run-node.ts';
import { newLoop, nextTurn, takeBack } from './batches.ts';

const type = 'n8n-nodes-base.splitInBatches';
const numbers = (...list: readonly number[]): Item[] => list.map((n) => ({ json: { n } }));

/** Trigger → Loop → Body (sets `turn`) → back to Loop; Done is connected to the other output. */
function looping(version: number, parameters: Record<string, unknown>): WorkflowFile {
  const node = (name: string, nodeType: string, typeVersion: number, more = {}): WorkflowFile['nodes'][number] => ({
    name,
    type: `n8n-nodes-base.${nodeType}`,
    typeVersion,
    position: [0, 0],
    parameters: more,
  });
  const to = (target: string): { node: string; type: string; index: number }[] => [{ node: target, type: 'main', index: 0 }];
  const outputs = version === 3 ? [to('Done'), to('Body')] : [to('Body'), to('Done')];
  const values = [
    { name: 'turn', value: '={{ $node["Loop"].context["currentRunIndex"] }}', type: 'number' },
    { name: 'isLast', value: '={{ $node["Loop"].context["noItemsLeft"] }}', type: 'boolean' },
  ];
  return {
    nodes: [
      node('Trigger', 'manualTrigger', 1),
      node('Loop', 'splitInBatches', version, parameters),
      node('Body', 'set', 3.4, { includeOtherFields: true, assignments: { assignments: values } }),
      node('Done', 'noOp', 1),
    ],
    connections: { Trigger: { main: [to('Loop')] }, Loop: { main: outputs }, Body: { main: [to('Loop')] } },
    settings: { executionOrder: 'v1' },
  };
}

async function run(version: number, parameters: Record<string, unknown>, items: Item[]): Promise<RunResult> {
  return (await new Executor(fakePorts()).start({ workflow: looping(version, parameters), mode: 'manual', items }).done).result;
}

const runsOf = (result: RunResult, name: string): unknown[] =>
  (result.resultData.runData[name] ?? []).map((task) => task.data?.['main']?.[0]?.map(({ json }) => json));

describe('loop over items', () => {
  it.each([2, 3])('returns batches and then all collected items (version %d)', async (version) => {
    const result = await run(version, { batchSize: 2 }, numbers(1, 2, 3));
    expect(result.status).toBe('success');
    const expected = [
      { n: 1, turn: 0, isLast: false },
      { n: 2, turn: 0, isLast: false },
      { n: 3, turn: 1, isLast: true },
    ];
    expect(runsOf(result, 'Body')).toEqual([expected.slice(0, 2), expected.slice(2)]);
    expect(runsOf(result, 'Done')).toEqual([expected]);
  });

  it('ends without output in version 1', async () => {
    const result = await run(1, { batchSize: 2 }, numbers(1, 2, 3));
    expect(result.status).toBe('success');
    expect(runsOf(result, 'Body')).toHaveLength(2);
    expect(runsOf(result, 'Done')).toEqual([]);
  });

  it.each([
    [1, 10],
    [2, 10],
    [3, 1],
  ])('has the default batch size of version %d', async (version, size) => {
    const result = await run(version, {}, numbers(...Array.from({ length: 11 }, (_, n) => n)));
    expect((runsOf(result, 'Body')[0] as unknown[]).length).toBe(size);
  });

  it('traces every iteration and the end back to the source of the items', async () => {
    const result = await run(3, { batchSize: 1 }, numbers(1, 2));
    const [, second, last] = result.resultData.runData['Loop'] ?? [];
    expect(second?.data?.['main']?.[1]?.[0]?.pairedItem).toEqual({
      item: 1,
      input: 0,
      sourceOverwrite: { previousNode: 'Trigger', previousNodeOutput: 0, previousNodeRun: 0 },
    });
    expect(last?.data?.['main']?.[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
      { item: 0, input: 0, sourceOverwrite: { previousNode: 'Body', previousNodeOutput: 0, previousNodeRun: 0 } },
      { item: 0, input: 0, sourceOverwrite: { previousNode: 'Body', previousNodeOutput: 0, previousNodeRun: 1 } },
    ]);
  });

  it.each([
    ['starts over in a later pass when reset', { reset: '={{ $node["Loop"].context["done"] === true }}' }, [1, 2]],
    ['stays finished in a later pass unless reset', {}, [1]],
  ])('%s', async (_, options, expected) => {
    const loop = looping(3, { options });
    const outer = { name: 'Outer', type, typeVersion: 3, position: [0, 0] as [number, number], parameters: {} };
    const to = (node: string): { node: string; type: string; index: number }[] => [{ node, type: 'main', index: 0 }];
    const connections = {
      ...loop.connections,
      Trigger: { main: [to('Outer')] },
      Outer: { main: [[], to('Loop')] },
      Done: { main: [to('Outer')] },
    };
    const workflow = { ...loop, nodes: [...loop.nodes, outer], connections };
    const { result } = await new Executor(fakePorts()).start({ workflow, mode: 'manual', items: numbers(1, 2) }).done;
    expect(result.status).toBe('success');
    expect((runsOf(result, 'Body') as { n: number }[][]).flat().map(({ n }) => n)).toEqual(expected);
  });

  it.each([0, -1, 'many'])('rejects batches of %s', async (batchSize) => {
    const { error } = await runNode({ type, version: 3, parameters: { batchSize } });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining('"Batch Size"') as string });
  });
});

describe('the iterations of a loop', () => {
  it('count up, report what is left, and end', () => {
    const loop = newLoop(numbers(1, 2, 3), null, 2);
    const seen: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const result = nextTurn(loop, 2);
      const { currentRunIndex, maxRunIndex, noItemsLeft, done } = loop;
      seen.push([currentRunIndex, maxRunIndex, noItemsLeft, done, ('batch' in result ? result.batch : result.processed).length]);
      if ('batch' in result) takeBack(loop, result.batch, null);
    }
    expect(seen).toEqual([
      [0, 2, false, false, 2],
      [1, 2, true, false, 1],
      [2, 2, true, true, 3],
    ]);
  });

  it('end at once without items', () => {
    expect(nextTurn(newLoop([], null, 1), 1)).toEqual({ processed: [] });
  });

  it('follow a batch size that changes', () => {
    const loop = newLoop(numbers(1, 2, 3), null, 1);
    nextTurn(loop, 1);
    expect(nextTurn(loop, 5)).toMatchObject({ batch: [{ json: { n: 2 } }, { json: { n: 3 } }] });
  });

  it('return a separate list at the end', () => {
    const loop = newLoop(numbers(1), null, 1);
    nextTurn(loop, 1);
    takeBack(loop, numbers(1), null);
    const end = nextTurn(loop, 1) as { processed: readonly Item[] };
    takeBack(loop, numbers(2), null);
    expect(end.processed).toHaveLength(1);
  });

  it('survive being stored', () => {
    const loop = newLoop(numbers(1, 2), { previousNode: 'A' }, 1);
    nextTurn(loop, 1);
    const restored = JSON.parse(JSON.stringify(loop)) as typeof loop;
    expect(nextTurn(restored, 1)).toEqual(nextTurn(loop, 1));
  });
});
