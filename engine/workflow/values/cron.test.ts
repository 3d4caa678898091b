// Schedules as cron expressions, and rows of parameters as schedules.
import { describe, expect, it } from 'vitest';
import { cronExpression, firingTime, numberFor, triggerTimes, wholeNumber, type TriggerTime } from './cron.ts';

const half = (): number => 0.5;

it.each<[time: TriggerTime, expected: string]>([
  [{ mode: 'everyMinute' }, '30 * * * * *'],
  [{ mode: 'everyHour', minute: 5 }, '30 5 * * * *'],
  [{ mode: 'everyX', unit: 'minutes', value: 10 }, '30 */10 * * * *'],
  [{ mode: 'everyX', unit: 'hours', value: 3 }, '30 0 */3 * * *'],
  [{ mode: 'everyDay', hour: 13, minute: 17 }, '30 17 13 * * *'],
  [{ mode: 'everyWeek', hour: 8, minute: 0, weekday: 1 }, '30 0 8 * * 1'],
  [{ mode: 'everyMonth', hour: 8, minute: 0, dayOfMonth: 12 }, '30 0 8 12 * *'],
  [{ mode: 'custom', cronExpression: ' 0 9-17 * * * ' }, '0 9-17 * * *'],
])('%j', (time, expected) => {
  expect(cronExpression(time, half)).toBe(expected);
});

it.each<[time: TriggerTime, expected: unknown]>([
  [{ mode: 'everyX', unit: 'minutes', value: 20 }, { cron: '30 */20 * * * *' }],
  [{ mode: 'everyX', unit: 'minutes', value: 60 }, { cron: '30 */60 * * * *' }],
  [{ mode: 'everyX', unit: 'minutes', value: 45 }, { interval: 2_700_000 }],
  [{ mode: 'everyX', unit: 'minutes', value: 120 }, { interval: 7_200_000 }],
  [{ mode: 'everyX', unit: 'hours', value: 12 }, { cron: '30 0 */12 * * *' }],
  [{ mode: 'everyX', unit: 'hours', value: 5 }, { interval: 18_000_000 }],
  [{ mode: 'everyMinute' }, { cron: '30 * * * * *' }],
])('fires evenly: %j', (time, expected) => {
  expect(firingTime(time, half)).toEqual(expected);
});

it('maps equal texts to equal numbers, spread evenly', () => {
  const numbers = Array.from({ length: 600 }, (_, index) => numberFor(`workflow ${index}`));
  expect(numbers).toEqual(Array.from({ length: 600 }, (_, index) => numberFor(`workflow ${index}`)));
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  const seconds = new Set(numbers.map((number) => Math.floor(number * 60)));
  expect(seconds.size).toBeGreaterThan(55);
});

describe('rows of a parameter', () => {
  it.each<[row: unknown, expected: TriggerTime]>([
    [{ mode: 'everyMinute' }, { mode: 'everyMinute' }],
    [
      { mode: 'everyHour', minute: '5' },
      { mode: 'everyHour', minute: 5 },
    ],
    [
      { mode: 'everyX', unit: 'hours', value: 2 },
      { mode: 'everyX', unit: 'hours', value: 2 },
    ],
    [
      { mode: 'everyDay', hour: 14, minute: 0 },
      { mode: 'everyDay', hour: 14, minute: 0 },
    ],
    [
      { mode: 'everyWeek', hour: 14, minute: 0, weekday: '7' },
      { mode: 'everyWeek', hour: 14, minute: 0, weekday: 0 },
    ],
    [
      { mode: 'everyMonth', hour: 14, minute: 0, dayOfMonth: 31 },
      { mode: 'everyMonth', hour: 14, minute: 0, dayOfMonth: 31 },
    ],
    [
      { mode: 'custom', cronExpression: '* * * * *' },
      { mode: 'custom', cronExpression: '* * * * *' },
    ],
  ])('%j', (row, expected) => {
    expect(triggerTimes([row])).toEqual([expected]);
    expect(triggerTimes(row)).toEqual([expected]);
  });

  it.each<[rows: unknown, message: string]>([
    [undefined, 'No time is set'],
    [null, 'No time is set'],
    [[], 'No time is set'],
    [['daily'], '"undefined" is not a mode'],
    [[{ mode: 'often' }], '"often" is not a mode'],
    [[{ mode: 'everyHour', minute: 60 }], '"Minute" is 60, but has to be a whole number from 0 to 59'],
    [[{ mode: 'everyDay', hour: 1.5, minute: 0 }], '"Hour" is 1.5'],
    [[{ mode: 'everyX', unit: 'days', value: 1 }], '"days" is not a unit'],
    [[{ mode: 'everyX', unit: 'hours', value: '' }], '"Value" is '],
    [[{ mode: 'custom', cronExpression: ' ' }], 'The cron expression is empty'],
    [[{ mode: 'custom' }], 'The cron expression is empty'],
  ])('refuses %j', (rows, message) => {
    expect(() => triggerTimes(rows)).toThrow(message);
  });

  it('reads whole numbers', () => {
    expect(wholeNumber('7', 'Number', 1, 9)).toBe(7);
    expect(() => wholeNumber(10, 'Number', 1, 9)).toThrow('"Number" is 10');
  });
});
