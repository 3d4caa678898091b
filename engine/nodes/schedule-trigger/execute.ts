// Schedule Trigger: its rules as times, and the item of each run.
import type { JsonObject } from '../../contract/json.ts';
import { type ExecuteContext, NodeError, type NodeOutput, type Schedule, type StandingContext } from '../../sdk/index.ts';
import { numberFor } from '../../workflow/cron.ts';
import { checkStep, ruleTime } from './rule-time.ts';
import { timeFields } from './time-fields.ts';

/** First version that rejects intervals beyond the range of their unit. Earlier versions accept, for example, 90 minutes. */
const CHECKS_STEPS = 1.3;

export const schedule: Schedule = {
  times: (ctx) => {
    const rules = ctx.param<readonly JsonObject[] | undefined>('rule.interval') ?? [];
    if (rules.length === 0) {
      throw new NodeError('No rule is set by which the workflow would run. Add one under "Trigger Rules".', {
        code: 'PARAMETER_INVALID',
        parameter: 'rule',
      });
    }
    // The second is chosen once, so that workflows with the same time do not start simultaneously, and saving does not move a run.
    const seed = `${ctx.workflow.id} ${ctx.node.id ?? ctx.node.name}`;
    if (ctx.version >= CHECKS_STEPS) rules.forEach(checkStep);
    return rules.map((rule, index) => ruleTime(rule, Math.floor(numberFor(`${seed} ${index}`) * 60)));
  },
  items: (ctx, at) => itemsAt(ctx, at),
};

/** A run started without the items of a firing, for example from the command line, uses the current time. */
export function execute(ctx: ExecuteContext): NodeOutput {
  const items = ctx.input();
  const isEmpty = items.every(({ json }) => Object.keys(json).length === 0);
  return isEmpty ? itemsAt(ctx, ctx.now()) : [items];
}

const itemsAt = ({ timezone }: Pick<StandingContext, 'timezone'>, at: number): NodeOutput => [[{ json: timeFields(at, timezone) }]];
