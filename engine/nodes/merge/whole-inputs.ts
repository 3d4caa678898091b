// Passes whole inputs on: one after another, one of them, or none.
import type { Item, PairedItem } from '../../contract/run-data.ts';
import { type ExecuteContext, NodeError, pairTo } from '../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../sdk/slices.ts';
import { pairAllInSlices } from '../_shared/lists/aggregate-items.ts';

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

/** Returns one item without data, with lineage to all items. */
export function* emptyItem(ctx: ExecuteContext, pace: Pace): SlicedWork<Item[]> {
  let pairedItem: PairedItem[] = [];
  for (const [input, items] of ctx.inputs.entries()) pairedItem = pairedItem.concat(yield* pairAllInSlices(items ?? [], pace, input));
  return [{ json: {}, pairedItem }];
}
