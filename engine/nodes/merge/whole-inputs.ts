// Runs a mode of the node, in slices. Modes that pass on whole inputs: one after another, one of them, or none.
import type { Item, PairedItem } from '../../contract/run-data.ts';
import { type ExecuteContext, NodeError, type NodeOutput, pairTo } from '../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { pairAllInSlices } from '../_shared/lists/aggregate-items.ts';

/** Returns the `execute` of a version whose items are those of `merged`. */
export const executeOf =
  (merged: (ctx: ExecuteContext, pace: Pace) => SlicedWork<Item[]>) =>
  (ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> =>
    workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
      return [yield* merged(ctx, pace)];
    });

/** Returns the items of all inputs, one input after the other. */
export function* append(ctx: ExecuteContext, pace: Pace): SlicedWork<Item[]> {
  const output: Item[] = [];
  for (const [input, items] of ctx.inputs.entries()) {
    yield* pace.each(items ?? [], (item, index) => output.push(pairTo(item, index, input)));
  }
  return output;
}

/** Returns the items of one input, by its number from 1. */
export function* chosenInput(ctx: ExecuteContext, number: number, pace: Pace): SlicedWork<Item[]> {
  if (!Number.isInteger(number) || number < 1) {
    throw new NodeError(`There is no input ${number}. Choose one of the node's inputs.`, { code: 'PARAMETER_INVALID' });
  }
  return yield* pace.map(ctx.input(number - 1), (item, index) => pairTo(item, index, number - 1));
}

/** Returns one item without data that is paired with all items. */
export function* emptyItem(ctx: ExecuteContext, pace: Pace): SlicedWork<Item[]> {
  let pairedItem: PairedItem[] = [];
  for (const [input, items] of ctx.inputs.entries()) pairedItem = pairedItem.concat(yield* pairAllInSlices(items ?? [], pace, input));
  return [{ json: {}, pairedItem }];
}
