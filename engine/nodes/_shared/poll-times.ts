// The parameter for poll times of polling triggers, and its fields, which the Cron node uses as well.
import type { NodeProperty } from '../../workflow/node-type.ts';

/** English names, from Monday to Sunday. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The fields of one time, as engine/workflow/values/cron.ts reads them. */
export const triggerTimeFields: readonly NodeProperty[] = [
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    default: 'everyDay',
    options: [
      { name: 'Every Minute', value: 'everyMinute' },
      { name: 'Every Hour', value: 'everyHour' },
      { name: 'Every Day', value: 'everyDay' },
      { name: 'Every Week', value: 'everyWeek' },
      { name: 'Every Month', value: 'everyMonth' },
      { name: 'Every X', value: 'everyX' },
      { name: 'Custom', value: 'custom' },
    ],
    description: 'When to trigger',
  },
  {
    displayName: 'Hour',
    name: 'hour',
    type: 'number',
    default: 14,
    typeOptions: { minValue: 0, maxValue: 23 },
    displayOptions: { hide: { mode: ['custom', 'everyHour', 'everyMinute', 'everyX'] } },
    description: 'The hour of the day, from 0 to 23',
  },
  {
    displayName: 'Minute',
    name: 'minute',
    type: 'number',
    default: 0,
    typeOptions: { minValue: 0, maxValue: 59 },
    displayOptions: { hide: { mode: ['custom', 'everyMinute', 'everyX'] } },
    description: 'The minute of the hour, from 0 to 59',
  },
  {
    displayName: 'Day of Month',
    name: 'dayOfMonth',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 1, maxValue: 31 },
    displayOptions: { show: { mode: ['everyMonth'] } },
    description: 'The day of the month. Months without this day are skipped.',
  },
  {
    displayName: 'Weekday',
    name: 'weekday',
    type: 'options',
    default: '1',
    options: weekdays.map((name, index) => ({ name, value: String((index + 1) % 7) })),
    displayOptions: { show: { mode: ['everyWeek'] } },
    description: 'The day of the week',
  },
  {
    displayName: 'Cron Expression',
    name: 'cronExpression',
    type: 'string',
    default: '* * * * * *',
    displayOptions: { show: { mode: ['custom'] } },
    description: 'Six fields: second, minute, hour, day of month, month, weekday. The first is optional.',
  },
  {
    displayName: 'Value',
    name: 'value',
    type: 'number',
    default: 2,
    typeOptions: { minValue: 1, maxValue: 1000 },
    displayOptions: { show: { mode: ['everyX'] } },
    description: 'Number of units between two runs',
  },
  {
    displayName: 'Unit',
    name: 'unit',
    type: 'options',
    default: 'hours',
    options: [
      { name: 'Minutes', value: 'minutes' },
      { name: 'Hours', value: 'hours' },
    ],
    displayOptions: { show: { mode: ['everyX'] } },
    description: 'Unit of the value',
  },
];

/** The parameter of every polling node. */
export const pollTimes: NodeProperty = {
  displayName: 'Poll Times',
  name: 'pollTimes',
  type: 'fixedCollection',
  default: { item: [{ mode: 'everyMinute' }] },
  placeholder: 'Add Poll Time',
  typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Poll Time' },
  description: "When to check for new data, in the workflow's time zone; at most once a minute",
  options: [{ displayName: 'Item', name: 'item', values: triggerTimeFields }],
};
