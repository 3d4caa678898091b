// Dotted paths into plain objects (`a.b[0]["c d"]`): read, write, remove. Keys are untrusted: prototypes are never reached.

const forbidden = new Set(['__proto__', 'prototype', 'constructor']);

/** Whether writing this key could reach a prototype. */
export function isForbiddenKey(key: string): boolean {
  return forbidden.has(key);
}

const cache = new Map<string, readonly string[]>();

/**
 * Splits a path into keys, as `toPath` of Lodash does: `a.b[0]["c.d"]` → a, b, 0, c.d. An empty part, between two dots or
 * at either end, is an empty key: `No.` → No and an empty key. Cached, since paths repeat for every item.
 */
export function parsePath(path: string): readonly string[] {
  const cached = cache.get(path);
  if (cached !== undefined) return cached;
  const keys = splitPath(path);
  if (cache.size > 1000) cache.clear();
  cache.set(path, keys);
  return keys;
}

function splitPath(path: string): readonly string[] {
  if (!/[.[]/.test(path)) return [path];
  const keys: string[] = path.startsWith('.') ? [''] : [];
  const part = /\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\]]*))\s*\]|([^.[\]]+)|\.(?=\.|$)/g;
  for (const match of path.matchAll(part)) {
    const quoted = match[1] ?? match[2];
    keys.push(quoted === undefined ? (match[3] ?? match[4] ?? '') : quoted.replace(/\\(.)/g, '$1'));
  }
  return keys.length === 0 ? [path] : keys;
}

function child(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** Returns the value at a path, or `fallback` if any part is missing. Reads own properties only. A key equal to the whole path takes precedence. */
export function getPath(root: unknown, path: string | readonly string[], fallback?: unknown): unknown {
  if (typeof path === 'string') {
    if (typeof root === 'object' && root !== null && Object.hasOwn(root, path)) return (root as Record<string, unknown>)[path];
    return getPath(root, parsePath(path), fallback);
  }
  let value: unknown = root;
  for (const key of path) {
    value = child(value, key);
    if (value === undefined) return fallback;
  }
  return value;
}

/** Whether the path exists; its value may be undefined. */
export function hasPath(root: unknown, path: string | readonly string[]): boolean {
  const keys = typeof path === 'string' ? parsePath(path) : path;
  let value: unknown = root;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return keys.length > 0;
}

/**
 * Sets the value at a path in place and creates missing objects (or arrays, for integer keys). Throws RangeError if a
 * key is forbidden (`__proto__`, `prototype`, `constructor`).
 */
export function setPath(root: object, path: string | readonly string[], value: unknown): void {
  const keys = typeof path === 'string' ? parsePath(path) : path;
  for (const key of keys)
    if (isForbiddenKey(key)) throw new RangeError(`The name "${key}" cannot be used as a field name. Choose another name.`);
  let target = root as Record<string, unknown>;
  for (let depth = 0; depth < keys.length - 1; depth++) {
    const key = keys[depth] as string;
    const next = Object.hasOwn(target, key) ? target[key] : undefined;
    if (typeof next === 'object' && next !== null) {
      target = next as Record<string, unknown>;
    } else {
      const container: object = /^(0|[1-9]\d*)$/.test(keys[depth + 1] as string) ? [] : {};
      target[key] = container;
      target = container as Record<string, unknown>;
    }
  }
  target[keys[keys.length - 1] as string] = value;
}

/** Removes the value at a path, in place. Returns whether it existed. */
export function deletePath(root: object, path: string | readonly string[]): boolean {
  const keys = typeof path === 'string' ? parsePath(path) : path;
  if (!hasPath(root, keys)) return false;
  const parent = getPath(root, keys.slice(0, -1)) ?? root;
  return Reflect.deleteProperty(keys.length === 1 ? root : (parent as object), keys[keys.length - 1] as string);
}
