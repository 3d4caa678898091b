import { describe, expect, it } from 'vitest';
import type { Item, RunData, TaskData, TaskSource } from '../../../../engine/contract/run-data.ts';
import { ancestorsIn, type Lineage, type ListPlace } from './lineage.ts';

type Pair = Item['pairedItem'];

const task = (source: readonly (TaskSource | null)[], ...outputs: Pair[][]): TaskData => ({
  startTime: 0,
  executionTime: 1,
  executionIndex: 0,
  executionStatus: 'success',
  source,
  data: { main: outputs.map((pairs) => pairs.map((pairedItem) => ({ json: {}, ...(pairedItem === undefined ? {} : { pairedItem }) }))) },
});

const lineageOf = (runData: RunData): Lineage => ({
  runData,
  itemsOf: ({ node, run, output }) => runData[node]?.[run]?.data?.['main']?.[output] ?? undefined,
});

const from = (previousNode: string, more: Partial<TaskSource> = {}): TaskSource => ({ previousNode, ...more });
const list = (node: string, run = 0, output = 0): ListPlace => ({ node, run, output });
const at = (node: string, item: number, run = 0, output = 0) => ({ node, run, output, item });

const runData: RunData = {
  Start: [task([], [undefined, undefined, undefined])],
  Alone: [task([], [undefined])],
  Numbers: [task([from('Start')], [2, 0])],
  Objects: [task([from('Start')], [{ item: 1 }, { item: 2, input: 0 }])],
  Lists: [task([from('Start')], [[0, { item: 2 }]])],
  Split: [task([from('Start')], [{ item: 0 }], [{ item: 1 }, { item: 2 }])],
  Behind: [task([from('Split', { previousNodeOutput: 1 })], [{ item: 1 }])],
  Merge: [task([from('Numbers'), from('Objects')], [[{ item: 0 }, { item: 1, input: 1 }]])],
  Over: [task([from('Merge')], [{ item: 1, sourceOverwrite: from('Start') }])],
  Same: [task([from('Start')], [undefined, undefined, undefined])],
  Other: [task([from('Start')], [undefined, undefined])],
  One: [task([from('Alone')], [undefined, undefined])],
  Loop: [
    task([from('Start')], [{ item: 0 }]),
    task([from('Loop')], [{ item: 0 }]),
    task([from('Loop', { previousNodeRun: 1 })], [{ item: 0 }]),
  ],
  Round: [task([from('Round')], [{ item: 0 }])],
};

describe('the items that an item was created from', () => {
  it.each([
    ['a number', at('Numbers', 0), list('Start'), [2]],
    ['an object', at('Objects', 1), list('Start'), [2]],
    ['a list of both', at('Lists', 0), list('Start'), [0, 2]],
    ['another output', at('Split', 1, 0, 1), list('Start'), [2]],
    ['over two runs', at('Behind', 0), list('Start'), [2]],
    ['over two runs, in between', at('Behind', 0), list('Split', 0, 1), [1]],
    ['another output than the one it came from', at('Behind', 0), list('Split', 0, 0), []],
    ['the second input', at('Merge', 0), list('Objects'), [1]],
    ['both inputs, further up', at('Merge', 0), list('Start'), [2]],
    ['a source of its own', at('Over', 0), list('Start'), [1]],
    ['a source of its own, not the direct one', at('Over', 0), list('Merge'), []],
    ['no pair, lists of one length', at('Same', 1), list('Start'), [1]],
    ['no pair, other lengths', at('Other', 1), list('Start'), []],
    ['no pair, a single item before', at('One', 1), list('Alone'), [0]],
    ['runs of a loop', at('Loop', 0, 2), list('Start'), [0]],
    ['a loop without an end', at('Round', 0), list('Start'), []],
    ['a missing item', at('Numbers', 9), list('Start'), []],
    ['a node that did not run', at('Nobody', 0), list('Start'), []],
    ['a hostile name', at('__proto__', 0), list('Start'), []],
  ])('%s', (_what, itemPlace, target, expected) =>
    expect([...ancestorsIn(lineageOf(runData), itemPlace, target)].toSorted((one, other) => one - other)).toEqual(expected),
  );
});
