// Converts a rule of the Schedule Trigger to a schedule time.
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type ScheduleTime } from '../../sdk/index.ts';
import { wholeNumber } from '../../workflow/values/cron.ts';
import { displayText } from '../../workflow/values/display-text.ts';

const MOST = 100_000;

/** Maximum interval of each unit that has one. */
const longestSteps: ReadonlyMap<unknown, number> = new Map([
  ['seconds', 59],
  ['minutes', 59],
  ['hours', 23],
  ['days', 31],
]);

/** Throws PARAMETER_INVALID for an interval that its unit does not offer, such as 90 minutes. */
export function checkStep(rule: JsonObject): void {
  const field = rule['field'];
  const most = longestSteps.get(field);
  const value = rule[`${String(field)}Interval`] ?? 1;
  const step = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (most === undefined || (typeof step === 'number' && step >= 1 && step <= most)) return;
  const unit = String(field).replace(/^./, (letter) => letter.toUpperCase());
  throw invalid(`${unit} must be in range 1-${most}, but "${unit} Between Triggers" is ${displayText(value)}.`);
}

/** Returns the time of a rule; `second` is used if the rule does not set one. Throws PARAMETER_INVALID for an invalid rule. */
export function ruleTime(rule: JsonObject, second: number): ScheduleTime {
  const read = (name: string, label: string, least: number, most: number, fallback: number): number =>
    wholeNumber(rule[name] ?? fallback, label, least, most);
  const minute = (): number => read('triggerAtMinute', 'Trigger at Minute', 0, 59, 0);
  const dayTime = (): string => `${second} ${minute()} ${read('triggerAtHour', 'Trigger at Hour', 0, 23, 0)}`;
  const field = rule['field'] ?? 'days';
  switch (field) {
    case 'seconds':
      return evenly(read('secondsInterval', 'Seconds Between Triggers', 1, MOST, 30), 1000, (step) => `*/${step} * * * * *`);
    case 'minutes':
      return evenly(read('minutesInterval', 'Minutes Between Triggers', 1, MOST, 5), 60_000, (step) => `${second} */${step} * * * *`);
    case 'hours': {
      const count = read('hoursInterval', 'Hours Between Triggers', 1, MOST, 1);
      return every(`${second} ${minute()} ${aligned(count, 24)} * * *`, 'hours', count);
    }
    case 'days':
      return every(`${dayTime()} * * *`, 'days', read('daysInterval', 'Days Between Triggers', 1, MOST, 1));
    case 'weeks':
      return every(
        `${dayTime()} * * ${weekdays(rule['triggerAtDay'])}`,
        'weeks',
        read('weeksInterval', 'Weeks Between Triggers', 1, MOST, 1),
      );
    case 'months': {
      const day = read('triggerAtDayOfMonth', 'Trigger at Day of Month', 1, 31, 1);
      const count = read('monthsInterval', 'Months Between Triggers', 1, MOST, 1);
      return every(`${dayTime()} ${day} ${aligned(count, 12)} *`, 'months', count);
    }
    case 'cronExpression':
      return { cron: expression(rule['expression']) };
    default:
      throw invalid(`"${displayText(field)}" is not an interval. Choose one of the options of "Trigger Interval".`);
  }
}

/** Returns a cron step if the interval divides the unit, otherwise a fixed interval: every 45 minutes is not "at 0 and 45". */
function evenly(count: number, length: number, cron: (step: number) => string): ScheduleTime {
  return 60 % count === 0 ? { cron: cron(count) } : { interval: count * length };
}

/** Intervals that divide the day or the year are aligned with its start: every 6 hours is at 0, 6, 12 and 18. */
const aligned = (count: number, whole: number): string => (count > 1 && whole % count === 0 ? `*/${count}` : '*');

function every(cron: string, unit: 'hours' | 'days' | 'weeks' | 'months', count: number): ScheduleTime {
  return count === 1 ? { cron } : { cron, every: { unit, count } };
}

function weekdays(value: unknown): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value ?? 0];
  if (list.length === 0) throw invalid('No weekday is chosen. Choose at least one under "Trigger on Weekdays".');
  const days = list.map((day) => wholeNumber(day, 'Trigger on Weekdays', 0, 7) % 7);
  return [...new Set(days)].sort((a, b) => a - b).join(',');
}

function expression(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw invalid('The cron expression is empty. Write one such as "0 9 * * 1-5" (minute, hour, day of month, month, weekday).');
}

const invalid = (message: string): NodeError => new NodeError(message, { code: 'PARAMETER_INVALID', parameter: 'rule' });
