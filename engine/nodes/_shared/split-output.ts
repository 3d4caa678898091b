// The items that all items of the input become when they are split.
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, failedItem, NodeError, type NodeOutput, pairedWith } from '../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import type { FieldTracker } from './field-tracker.ts';
import type { SplitPlan } from './split-items.ts';

/**
 * Splits input 0, on output 0; `planAt` answers the plan for an item. As mapItems in what becomes of failures, but one item that
 * becomes very many lets others in too.
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
