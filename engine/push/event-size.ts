// Estimates the memory that an event retains. Lists are sampled, so that estimating a run with 100,000 items is as fast as one with ten.

/** Maximum number of list entries and object fields that are measured. */
const LOOKED_AT = 8;
const FIELDS = 40;
/** Maximum number of values measured in total. */
const MOST_VALUES = 2000;
/** Estimated size of each further value, in bytes. */
const UNSEEN = 64;
const POINTER = 8;

/** Returns the size in bytes, accurate to about an order of magnitude. Visits at most a few thousand values. */
export function roughSize(value: unknown): number {
  return sizeOf(value, { remaining: MOST_VALUES });
}

function sizeOf(value: unknown, budget: { remaining: number }): number {
  if (typeof value === 'string') return value.length + POINTER;
  if (typeof value !== 'object' || value === null) return POINTER;
  if (budget.remaining-- <= 0) return UNSEEN;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) return POINTER + averageOf(value as readonly unknown[], budget) * value.length;
  const keys = Object.keys(value);
  const seen = keys.slice(0, FIELDS);
  let size = 0;
  for (const key of seen) size += key.length + sizeOf((value as Readonly<Record<string, unknown>>)[key], budget);
  return POINTER + (seen.length === 0 ? 0 : (size / seen.length) * keys.length);
}

/** Returns the average size of entries sampled across the list. */
function averageOf(list: readonly unknown[], budget: { remaining: number }): number {
  const count = Math.min(LOOKED_AT, list.length);
  let size = 0;
  for (let index = 0; index < count; index++) size += sizeOf(list[Math.floor((index * list.length) / count)], budget);
  return count === 0 ? 0 : size / count;
}
