// Facts about merging plain objects deeply: lists and other values of the second replace those of the first.
import { isForbiddenKey } from '../../../engine/workflow/object-path.ts';
import { isRecord } from '../../../engine/workflow/own-properties.ts';

/**
 * The first value overlaid with the second: objects are merged key by key, everything else is replaced, also by null. If one
 * of the two is missing as a whole, the other is the result. Neither argument is modified. Keys that could reach a prototype
 * (`__proto__`, `constructor`, `prototype`) are dropped.
 */
export function deepMerge(target: unknown, source: unknown): unknown {
  return source === null ? target : merge(target, source);
}

function merge(target: unknown, source: unknown): unknown {
  if (source === undefined) return target;
  if (!isPlain(source)) return source;
  const result: { [key: string]: unknown } = {};
  if (isPlain(target)) for (const key of Object.keys(target)) if (!isForbiddenKey(key)) result[key] = target[key];
  for (const key of Object.keys(source)) {
    if (!isForbiddenKey(key)) result[key] = merge(Object.hasOwn(result, key) ? result[key] : undefined, source[key]);
  }
  return result;
}

/** Whether a value is an object made of keys, not a date or another class instance. */
function isPlain(value: unknown): value is { [key: string]: unknown } {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
