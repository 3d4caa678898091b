// A value as text within a message.

/** Texts unchanged, objects and lists as JSON, everything else as `String` converts it. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) {
    try {
      return JSON.stringify(value);
    } catch {
      // Circular values and bigints: only the type is shown.
      return Object.prototype.toString.call(value);
    }
  }
  return typeof value === 'symbol' ? value.toString() : `${value as number}`;
}
