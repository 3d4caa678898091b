// Items from summaries: one per group, or one with all groups nested in it.
import type { Item } from '../../contract/run-data.ts';
import type { ExecuteContext } from '../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../sdk/slices.ts';
import { pairAllInSlices } from './aggregate-items.ts';
import type { FieldTracker } from './field-tracker.ts';
import { groupRows, groupTree, summarizeItems, type RowSettings, type SummarizeSettings } from './summarize-items.ts';
import { summarizeSettings } from './summarize-properties.ts';

/** Summarizes input 0 as the parameters of summarize-properties.ts say. */
export function* summarizeInput(
  ctx: ExecuteContext,
  tracker: FieldTracker,
  rows: RowSettings & Pick<SummarizeSettings, 'skipsMissing'>,
  pace: Pace,
): SlicedWork<Item[]> {
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
