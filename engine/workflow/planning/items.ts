// Converts what code and nodes return into items: wraps plain values, accepts loosely shaped items, adds paired items.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { isRecord } from '../values/own-properties.ts';

const isItem = (value: unknown): boolean => isRecord(value) && Object.hasOwn(value, 'json');
const isBinaryItem = (value: unknown): boolean => isRecord(value) && Object.hasOwn(value, 'binary');

/**
 * Converts the return value of code into items: a value or a list of values. A value without `json` becomes the json of an item. Throws AppError
 * BAD_REQUEST if some entries of a list are items and others are not.
 */
export function normalizeItems(value: unknown): Item[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const test of [isItem, isBinaryItem]) {
    if (!list.some(test)) continue;
    if (test === isItem && !list.every(test)) throw inconsistent();
    if (test === isBinaryItem && !list.every((entry) => isItem(entry) || isBinaryItem(entry))) throw inconsistent();
    return list.map((entry) => (isItem(entry) ? entry : { json: {}, ...(entry as object) }) as Item);
  }
  return list.map((json) => ({ json: json as JsonObject }));
}

function inconsistent(): AppError {
  return new AppError('BAD_REQUEST', 'Inconsistent item format: some entries have "json", others do not.', {
    hint: 'Return every entry as { json: … }, or none.',
  });
}
