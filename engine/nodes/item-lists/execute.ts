// Item Lists: picks the operation. Versions before 2.1 fail where a field is missing, later ones leave a remark; since 2.2 more than
// lists can be split.
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, type ExecuteResult, mapItems, NodeError, pairTo } from '../../sdk/index.ts';
import { aggregateInput } from '../_shared/aggregate-output.ts';
import { dedupeItems } from '../_shared/dedupe-items.ts';
import { dedupeSettings } from '../_shared/dedupe-properties.ts';
import { FieldTracker } from '../_shared/field-tracker.ts';
import { perItem } from '../_shared/per-item.ts';
import { sortInput } from '../_shared/sort-order.ts';
import { splitPlan } from '../_shared/split-items.ts';
import { splitParameters, splitSettings } from '../_shared/split-properties.ts';
import { summarizeInput } from '../_shared/summarize-output.ts';

export async function execute(ctx: ExecuteContext): Promise<ExecuteResult> {
  const tracker = new FieldTracker();
  const output = await run(ctx, tracker);
  const missing = tracker.missing[0];
  if (ctx.version < 2.1 && missing !== undefined) {
    throw new NodeError(`Couldn't find the field '${missing}' in the input data`, {
      description: 'None of the input items has this field. Check its spelling, or the node before this one.',
    });
  }
  tracker.hint(ctx);
  return output;
}

function run(ctx: ExecuteContext, tracker: FieldTracker): ExecuteResult | Promise<ExecuteResult> {
  switch (ctx.param('operation', 0, 'splitOutItems')) {
    case 'aggregateItems':
    case 'concatenateItems':
      return [[aggregateInput(ctx, tracker)]];
    case 'removeDuplicates':
      return [dedupeItems(ctx.input(), { ...dedupeSettings(ctx), strictTypes: ctx.version < 3.1 })];
    case 'sort':
      return sortInput(ctx).then((items) => [items]);
    case 'limit':
      return [limited(ctx)];
    case 'summarize':
      return [summarizeInput(ctx, tracker, true)];
    default:
      return split(ctx, tracker);
  }
}

function split(ctx: ExecuteContext, tracker: FieldTracker): ExecuteResult | Promise<ExecuteResult> {
  const isEarly = ctx.version < 2.2;
  const plan = perItem(ctx, splitParameters, (index) => {
    const settings = splitSettings(ctx, index);
    // Before 2.2 a comma was part of the one field's name.
    return splitPlan(isEarly ? { ...settings, listsOnly: true, fields: [settings.fields.join(', ')] } : settings);
  });
  return mapItems(ctx, (item, index) => plan(index)(item, tracker));
}

function limited(ctx: ExecuteContext): Item[] {
  const items = ctx.input();
  const count = Math.max(0, Math.trunc(Number(ctx.param('maxItems', 0) ?? 1)));
  const from = ctx.param('keep', 0, 'firstItems') === 'lastItems' ? Math.max(0, items.length - count) : 0;
  return items.slice(from, from + count).map((item, index) => pairTo(item, from + index));
}
