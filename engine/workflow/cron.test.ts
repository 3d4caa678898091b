// Schedules as cron expressions.
import { expect, it } from 'vitest';
import { cronExpression, type TriggerTime } from './cron.ts';

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
  expect(cronExpression(time, () => 0.5)).toBe(expected);
});
