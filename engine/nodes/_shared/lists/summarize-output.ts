// Creates items from summaries: one per group, or a single one with all groups nested in it.
import type { Item } from '../../../contract/run-data.ts';
import { type ExecuteContext, NodeError, type NodeOutput } from '../../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { pairAllInSlices } from './aggregate-items.ts';
import { fieldPath, hasField } from '../fields/field-path.ts';
import { FieldTracker } from '../fields/field-tracker.ts';
import { groupRows, groupTree, summarizeItems, type RowSettings, type SummarizeSettings } from './summarize-items.ts';
import { summarizeSettings } from './summarize-properties.ts';

type Rows = RowSettings & Pick<SummarizeSettings, 'skipsMissing'>;

/** Summarizes input 0 according to the parameters of summarize-properties.ts. */
export function* summarizeInput(ctx: ExecuteContext, tracker: FieldTracker, rows: Rows, pace: Pace): SlicedWork<Item[]> {
  const items = ctx.input();
  const settings = summarizeSettings(ctx);
  const asOne = ctx.param('options.outputFormat', 0, 'separateItems') === 'singleItem';
  const root = yield* summarizeItems(
    items,
    { ...settings, splitByText: rows.asText || asOne, skipsMissing: rows.skipsMissing },
    tracker,
    pace,
  );
  if (asOne) return [{ json: yield* groupTree(root, pace), pairedItem: yield* pairAllInSlices(items, pace) }];
  const output: Item[] = [];
  for (const row of yield* groupRows(root, settings.splitBy, rows, pace)) {
    output.push({ json: row.json, pairedItem: row.items.map((item) => ({ item })) });
    if (pace.isUsedUp(row.items.length)) yield;
  }
  return output;
}

/**
 * Summarizes as in the first versions of Summarize and Item Lists: throws NodeError for a field to summarize that no input item has. If that may
 * be ignored, a summary of all items is then one empty item.
 */
export function* summarizeStrictly(ctx: ExecuteContext, rows: Rows, pace: Pace): SlicedWork<NodeOutput> {
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
  return [yield* summarizeInput(ctx, new FieldTracker(), rows, pace)];
}
