// Adds a duration to a date.
import type { DateTime } from 'luxon';
import { NodeError } from '../../sdk/index.ts';

const units = new Set(['quarters', 'years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds']);

/**
 * Adds an amount of time; a negative amount is subtracted. Units are plural. Throws NodeError if the amount is not a number, or the unit is
 * unknown.
 */
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
