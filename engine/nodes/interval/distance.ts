// The interval between two runs, from a number and a unit.
import { NodeError } from '../../sdk/index.ts';
import { shownValue } from '../../workflow/shown-value.ts';

const units = new Map<unknown, number>([
  ['seconds', 1000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
]);

/** Ten years: more is a typing error. */
const LONGEST = 10 * 365 * 24 * 3_600_000;

/** Returns milliseconds. Throws NodeError PARAMETER_INVALID. */
export function distance(interval: unknown, unit: unknown): number {
  const count = typeof interval === 'string' && interval.trim() !== '' ? Number(interval) : interval;
  const length = units.get(unit);
  if (length === undefined) throw invalid(`"${shownValue(unit)}" is no unit of an interval. Use seconds, minutes or hours.`, 'unit');
  if (typeof count !== 'number' || !(count >= 1)) throw invalid('The interval has to be set to at least 1 or higher!', 'interval');
  if (count * length > LONGEST) throw invalid('The interval value is too large. It may be ten years at most.', 'interval');
  return Math.round(count * length);
}

const invalid = (message: string, parameter: string): NodeError => new NodeError(message, { code: 'PARAMETER_INVALID', parameter });
