// The schedules of polling triggers and the old Cron node, written as cron expressions with a second field.

/** How often a trigger fires. Hours and minutes are of the workflow's zone; weekday 0 is Sunday. */
export type TriggerTime =
  | { readonly mode: 'everyMinute' }
  | { readonly mode: 'everyHour'; readonly minute: number }
  | { readonly mode: 'everyX'; readonly unit: 'minutes' | 'hours'; readonly value: number }
  | { readonly mode: 'everyDay'; readonly hour: number; readonly minute: number }
  | { readonly mode: 'everyWeek'; readonly hour: number; readonly minute: number; readonly weekday: number }
  | { readonly mode: 'everyMonth'; readonly hour: number; readonly minute: number; readonly dayOfMonth: number }
  | { readonly mode: 'custom'; readonly cronExpression: string };

/**
 * The cron expression (second minute hour day month weekday). `random` (0 to 1) chooses the second, so that workflows set to the
 * same time do not all start at once. A custom expression is only trimmed.
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
