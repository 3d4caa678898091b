// Rows of tables as objects.
import type { JsonObject } from '../../../contract/json.ts';

/** An object of those values that `isGiven` accepts, by the names of their columns; every name is only a key, also `__proto__`. */
export function namedRow(names: readonly string[], values: readonly unknown[], isGiven: (value: unknown) => boolean): JsonObject {
  const row: JsonObject = {};
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    const name = names[at];
    if (name === undefined || !isGiven(value)) continue;
    if (name === '__proto__') Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true });
    else row[name] = value;
  }
  return row;
}
