// Description of the Schedule Trigger.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { weekdays } from '../_shared/poll-times.ts';

function hourName(hour: number): string {
  if (hour === 0) return 'Midnight';
  if (hour === 12) return 'Noon';
  return hour < 12 ? `${hour}am` : `${hour - 12}pm`;
}

const between = (unit: string, name: string, amount: number, most: number): NodeProperty => ({
  displayName: `${unit} Between Triggers`,
  name,
  type: 'number',
  default: amount,
  typeOptions: { minValue: 1, maxValue: most },
  displayOptions: { show: { field: [unit.toLowerCase()] } },
  description: `How many ${unit.toLowerCase()} lie between two runs`,
});

const fields: readonly NodeProperty[] = [
  {
    displayName: 'Trigger Interval',
    name: 'field',
    type: 'options',
    default: 'days',
    options: [
      { name: 'Seconds', value: 'seconds' },
      { name: 'Minutes', value: 'minutes' },
      { name: 'Hours', value: 'hours' },
      { name: 'Days', value: 'days' },
      { name: 'Weeks', value: 'weeks' },
      { name: 'Months', value: 'months' },
      { name: 'Custom (Cron)', value: 'cronExpression' },
    ],
    description: 'Interval between two runs',
  },
  between('Seconds', 'secondsInterval', 30, 59),
  between('Minutes', 'minutesInterval', 5, 59),
  between('Hours', 'hoursInterval', 1, 23),
  between('Days', 'daysInterval', 1, 31),
  between('Weeks', 'weeksInterval', 1, 52),
  between('Months', 'monthsInterval', 1, 12),
  {
    displayName: 'Trigger at Day of Month',
    name: 'triggerAtDayOfMonth',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 1, maxValue: 31 },
    displayOptions: { show: { field: ['months'] } },
    hint: 'Months without this day are skipped',
    description: 'The day of the month, from 1 to 31',
  },
  {
    displayName: 'Trigger on Weekdays',
    name: 'triggerAtDay',
    type: 'multiOptions',
    default: [0],
    options: weekdays.map((name, index) => ({ name, value: (index + 1) % 7 })),
    displayOptions: { show: { field: ['weeks'] } },
    description: 'The days of the week',
  },
  {
    displayName: 'Trigger at Hour',
    name: 'triggerAtHour',
    type: 'options',
    default: 0,
    options: Array.from({ length: 24 }, (_, hour) => ({ name: hourName(hour), value: hour })),
    displayOptions: { show: { field: ['days', 'weeks', 'months'] } },
    description: 'The hour of the day',
  },
  {
    displayName: 'Trigger at Minute',
    name: 'triggerAtMinute',
    type: 'number',
    default: 0,
    typeOptions: { minValue: 0, maxValue: 59 },
    displayOptions: { show: { field: ['hours', 'days', 'weeks', 'months'] } },
    description: 'The minute of the hour, from 0 to 59',
  },
  {
    displayName: 'Expression',
    name: 'expression',
    type: 'string',
    default: '',
    placeholder: 'e.g. 0 15 * 1 sun',
    displayOptions: { show: { field: ['cronExpression'] } },
    hint: 'Minute, hour, day of month, month, weekday; optionally with the second in front',
    description: 'A cron expression in the time zone of the workflow',
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'Schedule Trigger',
  description: 'Starts the workflow at set times',
  version: [1, 1.1, 1.2, 1.3, 1.4],
  group: ['trigger', 'schedule'],
  eventTriggerDescription: '',
  defaults: { name: 'Schedule Trigger', color: '#31c49f' },
  inputs: [],
  outputs: ['main'],
  properties: [
    {
      displayName:
        'Once the workflow is active, it runs at these times. Times are in the time zone of the workflow settings. A manual run starts immediately.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Trigger Rules',
      name: 'rule',
      type: 'fixedCollection',
      default: { interval: [{ field: 'days' }] },
      placeholder: 'Add Rule',
      typeOptions: { multipleValues: true },
      description: 'When the workflow runs; several rules are combined',
      options: [{ displayName: 'Trigger Interval', name: 'interval', values: fields }],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['time', 'scheduler', 'polling', 'cron', 'interval', 'timer', 'every', 'daily'],
  },
};
