// Split Out: reads the settings and splits each item.
import { type ExecuteContext, mapItems, type NodeOutput } from '../../sdk/index.ts';
import { FieldTracker } from '../_shared/field-tracker.ts';
import { perItem } from '../_shared/per-item.ts';
import { splitPlan } from '../_shared/split-items.ts';
import { splitParameters, splitSettings } from '../_shared/split-properties.ts';

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const tracker = new FieldTracker();
  const plan = perItem(ctx, splitParameters, (index) => splitPlan(splitSettings(ctx, index)));
  const output = await mapItems(ctx, (item, index) => plan(index)(item, tracker));
  tracker.hint(ctx);
  return output;
}
