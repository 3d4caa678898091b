// Converts a value to text for a message.
import { stringifyExactly } from '../../contract/exact-numbers.ts';

/** Returns text unchanged, objects and lists as JSON, and everything else as `String` converts it. */
export function displayText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) {
    try {
      return stringifyExactly(value);
    } catch {
      // For circular values and bigints, only the type is shown.
      return Object.prototype.toString.call(value);
    }
  }
  return typeof value === 'symbol' ? value.toString() : `${value as number}`;
}
