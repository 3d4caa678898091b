// Estimates the size of items from a sample, without serializing them all.
import type { Item } from '../../../../engine/contract/run-data.ts';

/** Bytes above which the user is asked before items are shown. */
export const TOO_MUCH = 40 * 1024 * 1024;

const SAMPLE = 60;

/** Estimates the size of items as JSON in bytes, from an evenly spaced sample. Stops at `limit`. */
export function estimatedSize(items: readonly Item[], limit = TOO_MUCH * 4): number {
  const step = Math.max(1, items.length / SAMPLE);
  let bytes = 0;
  let seen = 0;
  for (let at = 0; at < items.length && bytes < limit; at += step) {
    bytes += sizeWithin(items[Math.floor(at)]?.json, limit - bytes);
    seen += 1;
  }
  return seen === 0 ? 0 : Math.min(limit, Math.round((bytes / seen) * items.length));
}

/** Estimates the size of a value as JSON in bytes; stops once `limit` is exceeded. */
export function sizeWithin(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let bytes = 2;
  const isList = Array.isArray(value);
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    bytes += (isList ? 1 : key.length + 4) + sizeWithin((value as Record<string, unknown>)[key], limit - bytes);
    if (bytes > limit) break;
  }
  return bytes;
}

export const inMegabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);
