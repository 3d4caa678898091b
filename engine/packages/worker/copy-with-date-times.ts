// Copies of values that may contain dates of Luxon, which cannot be changed and stay the same objects.
import { DateTime } from 'luxon';
import type { JsonObject } from '../../contract/json.ts';
import { isPlainObject } from '../../sandbox/json-form.ts';
import { isRecord, setOwn } from '../../workflow/values/own-properties.ts';

/** Copies a value as `structuredClone` does, but keeps dates of Luxon. `copies`: what was copied so far, by its original. */
export function copyWithDateTimes(value: unknown, copies = new Map<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null || DateTime.isDateTime(value)) return value;
  if (copies.has(value)) return copies.get(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const entry of value) list.push(copyWithDateTimes(entry, copies));
    return list;
  }
  if (!isRecord(value) || !isPlainObject(value)) return structuredClone(value);
  const object: JsonObject = {};
  copies.set(value, object);
  for (const [key, entry] of Object.entries(value)) setOwn(object, key, copyWithDateTimes(entry, copies));
  return object;
}
