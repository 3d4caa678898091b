// Summarize: version 1 insists on its fields and gives the values split by as text; 1.1 leaves a remark and keeps their types.
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { allPaired } from '../_shared/aggregate-items.ts';
import { FieldTracker } from '../_shared/field-tracker.ts';
import { summarizeInput } from '../_shared/summarize-output.ts';

export function execute(ctx: ExecuteContext): NodeOutput {
  const isFirstVersion = ctx.version < 1.1;
  const tracker = new FieldTracker();
  const output: readonly Item[] = summarizeInput(ctx, tracker, isFirstVersion);
  const missing = tracker.missing[0];
  if (isFirstVersion && missing !== undefined) {
    if (ctx.param('options.continueIfFieldNotFound', 0, false)) return [[{ json: {}, pairedItem: allPaired(ctx.input()) }]];
    throw new NodeError(
      `The field "${missing}" is in none of the input items. Check its spelling, or turn on "Continue if Field Not Found".`,
    );
  }
  tracker.hint(ctx);
  return [output];
}
