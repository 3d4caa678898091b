// Summarize: version 1 requires its fields and returns split values as text; 1.1 adds a hint and keeps their types.
import type { ExecuteContext, NodeOutput } from '../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { FieldTracker } from '../_shared/field-tracker.ts';
import { summarizeInput, summarizeStrictly } from '../_shared/summarize-output.ts';

const oldRows = { asText: true, numbersFirst: false, skipsMissing: false };

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, (pace) => (ctx.version < 1.1 ? summarizeStrictly(ctx, oldRows, pace) : summarize(ctx, pace)));
}

function* summarize(ctx: ExecuteContext, pace: Pace): SlicedWork<NodeOutput> {
  const tracker = new FieldTracker();
  const output = yield* summarizeInput(ctx, tracker, { asText: false, numbersFirst: false, skipsMissing: true }, pace);
  tracker.hint(ctx);
  return [output];
}
