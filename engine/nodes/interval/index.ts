// Interval: the old node that starts a workflow at fixed intervals; new workflows use the Schedule Trigger.
import { defineNode, type Schedule, NodeError, type NodeVersion } from '../../sdk/index.ts';
import { displayText } from '../../workflow/values/display-text.ts';

const description: NodeVersion['description'] = {
  displayName: 'Interval',
  description: 'Starts the workflow at a fixed interval',
  version: 1,
  hidden: true,
  group: ['trigger', 'schedule'],
  eventTriggerDescription: '',
  defaults: { name: 'Interval', color: '#00ff00' },
  inputs: [],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Once the workflow is active, it runs at this interval, counted from its activation.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Interval',
      name: 'interval',
      type: 'number',
      default: 1,
      typeOptions: { minValue: 1 },
      description: 'Number of units between two runs',
    },
    {
      displayName: 'Unit',
      name: 'unit',
      type: 'options',
      default: 'seconds',
      options: [
        { name: 'Seconds', value: 'seconds' },
        { name: 'Minutes', value: 'minutes' },
        { name: 'Hours', value: 'hours' },
      ],
      description: 'Unit of the interval',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Flow'] }, alias: ['time', 'scheduler', 'polling', 'timer'] },
};

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
  if (length === undefined) throw invalid(`"${displayText(unit)}" is not a unit of an interval. Use seconds, minutes or hours.`, 'unit');
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
