// Item Lists: runs the operation. Versions before 2.1 fail if a field is missing, later ones add a hint; since 2.2, values other than lists can
// be split.
import { type ExecuteContext, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { aggregateInput } from '../_shared/lists/aggregate-output.ts';
import { dedupeInput } from '../_shared/lists/dedupe-properties.ts';
import { FieldTracker } from '../_shared/fields/field-tracker.ts';
import { perItem } from '../_shared/per-item.ts';
import { sortInput } from '../_shared/lists/sort-order.ts';
import { splitPlan, splitInput } from '../_shared/lists/split-items.ts';
import { splitParameters, splitSettings } from '../_shared/lists/split-properties.ts';
import { itemRange, limitRange } from '../_shared/pass-through.ts';
import { summarizeInput, summarizeStrictly } from '../_shared/lists/summarize-output.ts';

const summaryRows = { asText: true, numbersFirst: true, skipsMissing: true };

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const tracker = new FieldTracker();
  const output = run(ctx, tracker);
  return output instanceof Promise ? output.then((lists) => finish(ctx, tracker, lists)) : finish(ctx, tracker, output);
}

function finish(ctx: ExecuteContext, tracker: FieldTracker, output: NodeOutput): NodeOutput {
  const missing = tracker.missing[0];
  if (ctx.version < 2.1 && missing !== undefined) {
    throw new NodeError(`Couldn't find the field '${missing}' in the input data`, {
      description: 'None of the input items has this field. Check its spelling, or the previous node.',
    });
  }
  tracker.hint(ctx);
  return output;
}

function run(ctx: ExecuteContext, tracker: FieldTracker): NodeOutput | Promise<NodeOutput> {
  switch (ctx.param('operation', 0, 'splitOutItems')) {
    case 'aggregateItems':
    case 'concatenateItems':
      return workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
        return [[yield* aggregateInput(ctx, tracker, pace)]];
      });
    case 'removeDuplicates':
      return dedupeInput(ctx, ctx.version < 3.1);
    case 'sort':
      return sortInput(ctx);
    case 'limit':
      return limited(ctx);
    case 'summarize':
      return workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
        if (ctx.version < 2.1) return yield* summarizeStrictly(ctx, summaryRows, pace);
        return [yield* summarizeInput(ctx, tracker, summaryRows, pace)];
      });
    default:
      return split(ctx, tracker);
  }
}

function split(ctx: ExecuteContext, tracker: FieldTracker): NodeOutput | Promise<NodeOutput> {
  const isEarly = ctx.version < 2.2;
  const plan = perItem(ctx, splitParameters, (index) => {
    const settings = splitSettings(ctx, index);
    // Before 2.2, a comma was part of a single field name.
    return splitPlan(isEarly ? { ...settings, listsOnly: true, fields: [settings.fields.join(', ')] } : settings);
  });
  return splitInput(ctx, plan, tracker);
}

function limited(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const { length } = ctx.input();
  const maxItems = Math.max(0, Number(ctx.param('maxItems', 0) ?? 1) || 0);
  const [from, to] = limitRange(length, maxItems, ctx.param('keep', 0, 'firstItems'));
  return itemRange(ctx, from, to);
}
