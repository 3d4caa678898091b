// Facts about JSON of circular values, empty values and own properties.

interface JsonTextOptions {
  /** Write `[Circular Reference]` for circular references instead of throwing. */
  readonly replaceCircularRefs?: boolean;
}

/** JSON text of a value. Undefined and functions at the top return undefined, as with JSON.stringify. Throws TypeError for circular values by default. */
export function jsonText(value: unknown, options: JsonTextOptions = {}): string | undefined {
  return JSON.stringify(options.replaceCircularRefs === true ? withoutCircles(value, []) : value) as string | undefined;
}

/** A copy in which references to an enclosing object are replaced. The same object twice side by side is not circular. */
function withoutCircles(value: unknown, enclosing: readonly object[]): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (enclosing.includes(value)) return '[Circular Reference]';
  const around = [...enclosing, value];
  if (Array.isArray(value)) return value.map((entry: unknown) => withoutCircles(entry, around));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutCircles(entry, around)]));
}

/** Whether a value is null, undefined, an empty list, Map or Set, or an object without own keys; dates are not empty. */
export function isObjectEmpty(value: object | null | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  if (value instanceof Date) return false;
  return Object.keys(value).length === 0;
}

/** Whether an object or list has that own property. */
export function hasKey(value: unknown, key: PropertyKey): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
