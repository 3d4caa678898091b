// Interval: the old node that starts a workflow at fixed intervals; new workflows use the Schedule Trigger.
import { defineNode, type Schedule, NodeError } from '../../sdk/index.ts';
import { shownValue } from '../../workflow/values/shown-value.ts';
import { description } from './description.ts';

const units = new Map<unknown, number>([
  ['seconds', 1000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
]);

/** Ten years; a longer interval is a typing error. */
const LONGEST = 10 * 365 * 24 * 3_600_000;

/** Returns the interval in milliseconds. Throws NodeError PARAMETER_INVALID. */
function distance(interval: unknown, unit: unknown): number {
  const count = typeof interval === 'string' && interval.trim() !== '' ? Number(interval) : interval;
  const length = units.get(unit);
  if (length === undefined) throw invalid(`"${shownValue(unit)}" is not a unit of an interval. Use seconds, minutes or hours.`, 'unit');
  if (typeof count !== 'number' || !(count >= 1)) throw invalid('The interval has to be set to at least 1 or higher!', 'interval');
  if (count * length > LONGEST) throw invalid('The interval value is too large. The maximum is ten years.', 'interval');
  return Math.round(count * length);
}

const invalid = (message: string, parameter: string): NodeError => new NodeError(message, { code: 'PARAMETER_INVALID', parameter });

const schedule: Schedule = {
  times: (ctx) => [{ interval: distance(ctx.param('interval'), ctx.param('unit')) }],
  items: () => [[{ json: {} }]],
};

export const interval = defineNode({ type: 'n8n-nodes-base.interval', icon: 'icon.svg', versions: [{ description, schedule }] });
