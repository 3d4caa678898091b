// Adding a length of time to a date.
import type { DateTime } from 'luxon';
import { NodeError } from '../../sdk/index.ts';

const units = new Set(['quarters', 'years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds']);

/** A negative amount is subtracted. Units are plural. Throws NodeError for an amount that is not a number, or an unknown unit. */
export function addTime(date: DateTime, amount: number, unit: string): DateTime {
  if (!Number.isFinite(amount)) throw new NodeError('The duration is not a number.', { code: 'PARAMETER_INVALID', parameter: 'duration' });
  if (!units.has(unit)) {
    throw new NodeError(`"${unit}" is not a unit of time. Use one of: ${[...units].join(', ')}.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'timeUnit',
    });
  }
  return date.plus({ [unit]: amount });
}
