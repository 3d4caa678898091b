// Brings a number within its bounds and precision.
import type { TypeOptions } from '../../../../engine/workflow/node-type.ts';

/** The nearest number that the options allow; undefined if it is not a number. */
export function boundedNumber(value: unknown, options: TypeOptions = {}): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = options;
  const rounded = numberPrecision === undefined ? number : Number(number.toFixed(Math.min(20, Math.max(0, numberPrecision))));
  return Math.min(maxValue, Math.max(minValue, rounded));
}
