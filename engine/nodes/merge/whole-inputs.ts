// Handing inputs on as they are: one after the other, one of them, or none.
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, NodeError, pairTo } from '../../sdk/index.ts';
import { allPaired } from '../_shared/aggregate-items.ts';

/** The items of all inputs, one input after the other. */
export function append(ctx: ExecuteContext): Item[] {
  return ctx.inputs.flatMap((items, input) => (items ?? []).map((item, index) => pairTo(item, index, input)));
}

/** The items of one input, by its number from 1. */
export function chosenInput(ctx: ExecuteContext, number: number): Item[] {
  if (!Number.isInteger(number) || number < 1) {
    throw new NodeError(`There is no input ${number}. Choose one of the node's inputs.`, { code: 'PARAMETER_INVALID' });
  }
  return ctx.input(number - 1).map((item, index) => pairTo(item, index, number - 1));
}

/** One item without data that stems from all that arrived. */
export function emptyItem(ctx: ExecuteContext): Item {
  return { json: {}, pairedItem: ctx.inputs.flatMap((items, input) => allPaired(items ?? [], input)) };
}
