// A value as text within a message.

/** Text as it is, objects and lists as JSON, everything else as JavaScript writes it. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) {
    try {
      return JSON.stringify(value);
    } catch {
      // Values that hold themselves, or a bigint: their kind must do.
      return Object.prototype.toString.call(value);
    }
  }
  return typeof value === 'symbol' ? value.toString() : `${value as number}`;
}
