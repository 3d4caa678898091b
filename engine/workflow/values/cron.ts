// Schedules of polling triggers and the old Cron node, as cron expressions with a field for seconds.
import { AppError } from '../../contract/errors.ts';
import { displayText } from './display-text.ts';

/** Frequency of a trigger. Hours and minutes are in the workflow's time zone; weekday 0 is Sunday. */
export type TriggerTime =
  | { readonly mode: 'everyMinute' }
  | { readonly mode: 'everyHour'; readonly minute: number }
  | { readonly mode: 'everyX'; readonly unit: 'minutes' | 'hours'; readonly value: number }
  | { readonly mode: 'everyDay'; readonly hour: number; readonly minute: number }
  | { readonly mode: 'everyWeek'; readonly hour: number; readonly minute: number; readonly weekday: number }
  | { readonly mode: 'everyMonth'; readonly hour: number; readonly minute: number; readonly dayOfMonth: number }
  | { readonly mode: 'custom'; readonly cronExpression: string };

/** A cron expression, or an interval in milliseconds for what cron cannot express ("every 45 minutes"). */
export type FiringTime = { readonly cron: string } | { readonly interval: number };

/**
 * Returns the cron expression (second minute hour day month weekday). `random` (0 to 1) selects the second, so that workflows set to the same
 * time do not all start at once. A custom expression is only trimmed.
 */
export function cronExpression(time: TriggerTime, random: () => number): string {
  if (time.mode === 'custom') return time.cronExpression.trim();
  const second = Math.floor(random() * 60);
  switch (time.mode) {
    case 'everyMinute':
      return `${second} * * * * *`;
    case 'everyHour':
      return `${second} ${time.minute} * * * *`;
    case 'everyX':
      return time.unit === 'minutes' ? `${second} */${time.value} * * * *` : `${second} 0 */${time.value} * * *`;
    case 'everyDay':
      return `${second} ${time.minute} ${time.hour} * * *`;
    case 'everyWeek':
      return `${second} ${time.minute} ${time.hour} * * ${time.weekday}`;
    default:
      return `${second} ${time.minute} ${time.hour} ${time.dayOfMonth} * *`;
  }
}

/** Like `cronExpression`, but returns an interval if the steps of an expression would be uneven: "every 45 minutes" is not "at 0 and 45". */
export function firingTime(time: TriggerTime, random: () => number): FiringTime {
  if (time.mode === 'everyX') {
    const [units, length] = time.unit === 'minutes' ? [60, 60_000] : [24, 3_600_000];
    if (units % time.value !== 0) return { interval: time.value * length };
  }
  return { cron: cronExpression(time, random) };
}

/** Returns a hash of the text from 0 to 1, so that a second derived from it does not change when a workflow is saved or started again. */
export function numberFor(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // The low bits of similar texts are similar, so all bits are mixed into the high ones.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Reads rows of a parameter such as `pollTimes.item`. Throws PARAMETER_INVALID for an invalid time or an empty list. */
export function triggerTimes(rows: unknown): readonly TriggerTime[] {
  const list: readonly unknown[] = Array.isArray(rows) ? rows : rows === undefined || rows === null ? [] : [rows];
  if (list.length === 0) throw invalid('No time is set at which the trigger fires. Add one in the node.');
  return list.map((row) => triggerTime((typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>));
}

function triggerTime(row: Readonly<Record<string, unknown>>): TriggerTime {
  const { mode } = row;
  switch (mode) {
    case 'everyMinute':
      return { mode };
    case 'everyHour':
      return { mode, minute: minute(row) };
    case 'everyX':
      return everyX(row);
    case 'everyDay':
      return { mode, hour: hour(row), minute: minute(row) };
    case 'everyWeek':
      return { mode, hour: hour(row), minute: minute(row), weekday: wholeNumber(row['weekday'], 'Weekday', 0, 7) % 7 };
    case 'everyMonth':
      return { mode, hour: hour(row), minute: minute(row), dayOfMonth: wholeNumber(row['dayOfMonth'], 'Day of Month', 1, 31) };
    case 'custom':
      return custom(row['cronExpression']);
    default:
      throw invalid(`"${displayText(mode)}" is not a mode of a trigger time. Choose one offered under "Mode".`);
  }
}

const hour = (row: Readonly<Record<string, unknown>>): number => wholeNumber(row['hour'], 'Hour', 0, 23);
const minute = (row: Readonly<Record<string, unknown>>): number => wholeNumber(row['minute'], 'Minute', 0, 59);

function everyX(row: Readonly<Record<string, unknown>>): TriggerTime {
  const { unit } = row;
  if (unit !== 'minutes' && unit !== 'hours')
    throw invalid(`"${displayText(unit)}" is not a unit of a trigger time. Use minutes or hours.`);
  return { mode: 'everyX', unit, value: wholeNumber(row['value'], 'Value', 1, 100_000) };
}

function custom(expression: unknown): TriggerTime {
  if (typeof expression === 'string' && expression.trim() !== '') return { mode: 'custom', cronExpression: expression };
  throw invalid('The cron expression is empty. Write one such as "0 9 * * 1-5" (minute, hour, day of month, month, weekday).');
}

/** Reads a parameter as an integer within limits; numeric strings are accepted. Throws PARAMETER_INVALID with the parameter's label. */
export function wholeNumber(value: unknown, label: string, least: number, most: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) return number;
  throw invalid(`"${label}" is ${displayText(value)}, but has to be a whole number from ${least} to ${most}.`);
}

const invalid = (message: string): AppError => new AppError('PARAMETER_INVALID', message);
