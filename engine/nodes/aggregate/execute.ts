// Aggregate: makes the one item, and a remark on fields no item has.
import type { ExecuteContext, NodeOutput } from '../../sdk/index.ts';
import { aggregateInput } from '../_shared/aggregate-output.ts';
import { FieldTracker } from '../_shared/field-tracker.ts';

export function execute(ctx: ExecuteContext): NodeOutput {
  const tracker = new FieldTracker();
  const output = [[aggregateInput(ctx, tracker)]];
  tracker.hint(ctx);
  return output;
}
