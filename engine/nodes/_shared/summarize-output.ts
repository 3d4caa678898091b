// Items from summaries: one per group, or one with all groups nested in it.
import type { Item } from '../../contract/run-data.ts';
import type { ExecuteContext } from '../../sdk/index.ts';
import { allPaired } from './aggregate-items.ts';
import type { FieldTracker } from './field-tracker.ts';
import { groupRows, groupTree, summarizeItems } from './summarize-items.ts';
import { summarizeSettings } from './summarize-properties.ts';

/** Summarizes input 0 as the parameters of summarize-properties.ts say. `splitAsText`: values to split by leave as text. */
export function summarizeInput(ctx: ExecuteContext, tracker: FieldTracker, splitAsText: boolean): Item[] {
  const items = ctx.input();
  const settings = summarizeSettings(ctx);
  const asOne = ctx.param('options.outputFormat', 0, 'separateItems') === 'singleItem';
  const root = summarizeItems(items, { ...settings, splitByText: splitAsText || asOne }, tracker);
  if (asOne) return [{ json: groupTree(root), pairedItem: allPaired(items) }];
  return groupRows(root, settings.splitBy, splitAsText).map((row) => ({ json: row.json, pairedItem: row.items.map((item) => ({ item })) }));
}
