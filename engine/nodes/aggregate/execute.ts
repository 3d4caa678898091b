// Aggregate: makes the combined item, and a hint about fields that no item has.
import type { ExecuteContext, NodeOutput } from '../../sdk/index.ts';
import { type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { aggregateInput } from '../_shared/aggregate-output.ts';
import { FieldTracker } from '../_shared/field-tracker.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
    const tracker = new FieldTracker();
    const item = yield* aggregateInput(ctx, tracker, pace);
    tracker.hint(ctx);
    return [[item]];
  });
}
