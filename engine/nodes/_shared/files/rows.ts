// Converts table rows to objects.
import type { JsonObject } from '../../../contract/json.ts';

/** Returns an object with the values that `isGiven` accepts, by column name. `__proto__` is an ordinary key. */
export function namedRow(names: readonly string[], values: readonly unknown[], isSet: (value: unknown) => boolean): JsonObject {
  const row: JsonObject = {};
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    const name = names[at];
    if (name === undefined || !isSet(value)) continue;
    if (name === '__proto__') Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true });
    else row[name] = value;
  }
  return row;
}

/** Returns names for all columns: those that are taken get a number, such as `name_1`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const usedNames = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((own) => {
    let name = own;
    for (let count = counts.get(own) ?? 0; usedNames.has(name);) {
      name = `${own}_${++count}`;
      counts.set(own, count);
    }
    usedNames.add(name);
    return name;
  });
}
