// Waiting times of Wait and Form nodes: their end, and their limit. Times are in milliseconds.
import { parseDateTime } from '../../workflow/values/type-validation.ts';
import { type ExecuteContext, NodeError } from '../../sdk/index.ts';

/** Milliseconds per unit. The editor does not offer `milliseconds`, but workflow files contain it. */
const units = new Map<unknown, number>([
  ['milliseconds', 1],
  ['seconds', 1000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
]);

/** The latest time that a Date can represent. */
const latest = 8.64e15;

/** Returns the length of an interval in milliseconds. Throws RangeError if the amount is not a number of at least 0, or the unit is unknown. */
export function intervalLength(amount: unknown, unit: unknown): number {
  const count = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount;
  if (typeof count !== 'number' || !(count >= 0)) throw new RangeError('Invalid wait amount. Please enter a number that is 0 or greater.');
  const length = units.get(unit);
  if (length === undefined) throw new RangeError("Invalid wait unit. Valid units are 'seconds', 'minutes', 'hours', or 'days'.");
  return Math.min(count * length, latest / 2);
}

/** Parses a date to milliseconds since the epoch; without a zone of its own it is in `timezone`. Throws RangeError. */
export function instantOf(date: unknown, timezone: string): number {
  const instant = parseDateTime(date, timezone);
  if (instant !== undefined) return instant.toMillis();
  throw new RangeError('Cannot put execution to wait because "Date and Time" is not a valid date. Please pick a specific date and time.');
}

/** Returns the end of a limited wait in milliseconds since the epoch; undefined for no limit. Throws PARAMETER_INVALID. */
export const waitLimit = (ctx: ExecuteContext): number | undefined =>
  ctx.param('limitWaitTime') === true ? endOfWait(ctx, (name) => ctx.param(name), 'limitWaitTime') : undefined;

/** Like `waitLimit`, for nodes with the limit in an option: `path` leads to its values. */
export const limitedWait = (ctx: ExecuteContext, path: string): number | undefined =>
  ctx.param(`${path}.values`) === undefined ? undefined : endOfWait(ctx, (name) => ctx.param(`${path}.values.${name}`), path);

function endOfWait(ctx: ExecuteContext, read: (name: string) => unknown, parameter: string): number {
  try {
    if (read('limitType') === 'atSpecifiedTime') return instantOf(read('maxDateAndTime'), ctx.timezone);
    return ctx.now() + intervalLength(read('resumeAmount'), read('resumeUnit'));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new NodeError(cause.message, { code: 'PARAMETER_INVALID', parameter, cause });
  }
}
