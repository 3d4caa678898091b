// Schedule Trigger: its rules as times, and the item of each run with fields for its time.
import { DateTime } from 'luxon';
import type { JsonObject } from '../../contract/json.ts';
import { type ExecuteContext, NodeError, type NodeOutput, type Schedule, type DetachedContext } from '../../sdk/index.ts';
import { numberFor } from '../../workflow/values/cron.ts';
import { checkStep, ruleTime } from './rule-time.ts';

/** First version that rejects intervals beyond the range of their unit. Earlier versions accept, for example, 90 minutes. */
const CHECKS_STEPS = 1.3;

export const schedule: Schedule = {
  times: (ctx) => {
    const rules = ctx.param<readonly JsonObject[] | undefined>('rule.interval') ?? [];
    if (rules.length === 0) {
      throw new NodeError('The node has no rules. Add one under "Trigger Rules".', {
        code: 'PARAMETER_INVALID',
        parameter: 'rule',
      });
    }
    // The second is derived from the workflow and the node, so that workflows with the same time do not start simultaneously, and saving does not
    // move a run.
    const seed = `${ctx.workflow.id} ${ctx.node.id ?? ctx.node.name}`;
    if (ctx.version >= CHECKS_STEPS) rules.forEach(checkStep);
    return rules.map((rule, index) => ruleTime(rule, Math.floor(numberFor(`${seed} ${index}`) * 60)));
  },
  items: (ctx, at) => itemsAt(ctx, at),
};

/** A run without the items of a firing, for example from the command line, uses the current time. */
export function execute(ctx: ExecuteContext): NodeOutput {
  const items = ctx.input();
  const isEmpty = items.every(({ json }) => Object.keys(json).length === 0);
  return isEmpty ? itemsAt(ctx, ctx.now()) : [items];
}

const itemsAt = ({ timezone }: Pick<DetachedContext, 'timezone'>, at: number): NodeOutput => [[{ json: timeFields(at, timezone) }]];

/** Returns fields for a time, with the names and formats of the file format, in English. `at`: in milliseconds since the epoch. */
export function timeFields(at: number, zone: string): JsonObject {
  const time = DateTime.fromMillis(at, { zone, locale: 'en-US' });
  const clock = `${time.toFormat('h:mm:ss')} ${time.hour < 12 ? 'am' : 'pm'}`;
  return {
    timestamp: time.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ"),
    'Readable date': `${time.toFormat('MMMM')} ${ordinal(time.day)} ${time.toFormat('yyyy')}, ${clock}`,
    'Readable time': clock,
    'Day of week': time.toFormat('cccc'),
    Year: time.toFormat('yyyy'),
    Month: time.toFormat('MMMM'),
    'Day of month': time.toFormat('dd'),
    Hour: time.toFormat('HH'),
    Minute: time.toFormat('mm'),
    Second: time.toFormat('ss'),
    Timezone: `${zone} (UTC${time.toFormat('ZZ')})`,
  };
}

function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`;
}
