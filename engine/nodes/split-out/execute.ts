// Split Out: reads the settings and splits each item.
import type { ExecuteContext, NodeOutput } from '../../sdk/index.ts';
import { FieldTracker } from '../_shared/field-tracker.ts';
import { perItem } from '../_shared/per-item.ts';
import { splitPlan } from '../_shared/split-items.ts';
import { splitInput } from '../_shared/split-output.ts';
import { splitParameters, splitSettings } from '../_shared/split-properties.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const tracker = new FieldTracker();
  const plan = perItem(ctx, splitParameters, (index) => splitPlan(splitSettings(ctx, index)));
  const finish = (output: NodeOutput): NodeOutput => {
    tracker.hint(ctx);
    return output;
  };
  const output = splitInput(ctx, plan, tracker);
  return output instanceof Promise ? output.then(finish) : finish(output);
}
