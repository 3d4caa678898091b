// Sets a value in a copy of a node's parameters, by paths such as `options.timeout` and `values[2].name`.
import type { JsonObject } from '../../../../engine/contract/json.ts';
import { getPath, isForbiddenKey, parsePath } from '../../../../engine/workflow/values/object-path.ts';

/**
 * Returns the stored parameters with a value at a path; undefined removes it. Containers on the path that are not stored are
 * copied from `complete`, the parameters with their defaults, so that changing an entry of a default list keeps the others.
 */
export function withParameter(stored: JsonObject, complete: JsonObject, path: string, value: unknown): JsonObject {
  const keys = parsePath(path);
  if (keys.length === 0 || keys.some(isForbiddenKey)) return stored;
  return written(stored, complete, keys, value) as JsonObject;
}

function written(stored: unknown, complete: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const base = isContainer(stored) ? stored : isContainer(complete) ? complete : /^\d+$/.test(key) ? [] : {};
  const next = written(read(base, key), isContainer(complete) ? read(complete, key) : undefined, rest, value);
  if (Array.isArray(base)) {
    const index = Number(key);
    if (next === undefined) return base.filter((_, at) => at !== index);
    // An index beyond the end appends.
    return index < base.length ? base.with(index, next) : [...(base as unknown[]), next];
  }
  if (next === undefined) return Object.fromEntries(Object.entries(base).filter(([name]) => name !== key));
  return { ...base, [key]: next };
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const read = (from: object, key: string): unknown => getPath(from, [key]);
