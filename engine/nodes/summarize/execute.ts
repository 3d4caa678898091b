// Summarize: version 1 insists on its fields and gives the values split by as text; 1.1 leaves a remark and keeps their types.
import { type ExecuteContext, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { pairAllInSlices } from '../_shared/aggregate-items.ts';
import { fieldPath, hasField } from '../_shared/field-path.ts';
import { FieldTracker } from '../_shared/field-tracker.ts';
import { summarizeInput } from '../_shared/summarize-output.ts';
import { summarizeSettings } from '../_shared/summarize-properties.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, (pace) => (ctx.version < 1.1 ? summarizeStrictly(ctx, pace) : summarize(ctx, pace)));
}

function* summarize(ctx: ExecuteContext, pace: Pace): SlicedWork<NodeOutput> {
  const tracker = new FieldTracker();
  const output = yield* summarizeInput(ctx, tracker, { asText: false, numbersFirst: false, skipsMissing: true }, pace);
  tracker.hint(ctx);
  return [output];
}

/** Version 1: a field to summarize that no input item has is an error. Told to continue, a summary of all items is one empty item then. */
function* summarizeStrictly(ctx: ExecuteContext, pace: Pace): SlicedWork<NodeOutput> {
  const { fields, splitBy, dotNotation } = summarizeSettings(ctx);
  for (const { field } of fields) {
    const path = fieldPath(field, dotNotation);
    if (field === '' || (yield* pace.some(ctx.input(), ({ json }) => hasField(json, path)))) continue;
    if (ctx.param('options.continueIfFieldNotFound', 0, false) !== true) {
      throw new NodeError(`The field '${field}' does not exist in any items`, {
        hint: 'Check the spelling of the field, or turn on "Continue if Field Not Found".',
      });
    }
    if (splitBy.length === 0) return [[{ json: {}, pairedItem: yield* pairAllInSlices(ctx.input(), pace) }]];
  }
  return [yield* summarizeInput(ctx, new FieldTracker(), { asText: true, numbersFirst: false, skipsMissing: false }, pace)];
}
