// Summarize: version 1 insists on its fields and gives the values split by as text; 1.1 leaves a remark and keeps their types.
import { type ExecuteContext, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { pairAllInSlices } from '../_shared/aggregate-items.ts';
import { FieldTracker } from '../_shared/field-tracker.ts';
import { summarizeInput } from '../_shared/summarize-output.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, (pace) => summarize(ctx, ctx.version < 1.1, pace));
}

function* summarize(ctx: ExecuteContext, isFirstVersion: boolean, pace: Pace): SlicedWork<NodeOutput> {
  const tracker = new FieldTracker();
  const output = yield* summarizeInput(ctx, tracker, isFirstVersion, pace);
  const missing = tracker.missing[0];
  if (isFirstVersion && missing !== undefined) {
    if (ctx.param('options.continueIfFieldNotFound', 0, false)) {
      return [[{ json: {}, pairedItem: yield* pairAllInSlices(ctx.input(), pace) }]];
    }
    throw new NodeError(
      `The field "${missing}" is in none of the input items. Check its spelling, or turn on "Continue if Field Not Found".`,
    );
  }
  tracker.hint(ctx);
  return [output];
}
