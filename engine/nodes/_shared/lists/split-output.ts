// Splits all items of the input.
import type { Item } from '../../../contract/run-data.ts';
import { type ExecuteContext, failedItem, NodeError, type NodeOutput, pairedWith } from '../../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../../sdk/slices.ts';
import type { FieldTracker } from '../fields/field-tracker.ts';
import type { SplitPlan } from './split-items.ts';

/**
 * Splits input 0, on output 0; `planAt` returns the plan for an item. Handles failures like mapItems, but also yields to other work within an item
 * that becomes many.
 */
export function splitInput(
  ctx: ExecuteContext,
  planAt: (itemIndex: number) => SplitPlan,
  tracker: FieldTracker,
): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, (pace) => splitAll(ctx, (item, index) => planAt(index)(item, tracker), pace));
}

function* splitAll(ctx: ExecuteContext, splitOf: (item: Item, index: number) => ReturnType<SplitPlan>, pace: Pace): SlicedWork<NodeOutput> {
  const output: Item[] = [];
  for (const [index, item] of ctx.input().entries()) {
    try {
      const { length, at } = splitOf(item, index);
      for (let position = 0; position < length; position++) {
        output.push(at(position, pairedWith(index)));
        if (pace.isUsedUp()) yield;
      }
    } catch (error) {
      if (!ctx.continueOnFail) throw failureAt(index, error);
      output.push(failedItem(error, index));
    }
    if (pace.isUsedUp()) yield;
  }
  return [output];
}

function failureAt(index: number, error: unknown): NodeError {
  if (error instanceof NodeError) return error.itemIndex === undefined ? Object.assign(error, { itemIndex: index }) : error;
  return new NodeError(error instanceof Error ? error.message : String(error), { itemIndex: index, cause: error });
}
