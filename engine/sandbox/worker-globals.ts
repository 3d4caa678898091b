// The globals of every job besides JavaScript's own: dates, URLs, buffers, jmespath, and the modules that the settings allow.
import { builtinModules } from 'node:module';
import { search } from 'jmespath';
import { DateTime, Duration, Interval } from 'luxon';
import { hardenHidden } from './worker-hidden.ts';

export type Endowments = Readonly<Record<string, unknown>>;

/** Built once per worker, after the realm was hardened; everything in it is hardened too. */
export function prepareEndowments(load: (name: string) => unknown, allowedModules: readonly string[]): Endowments {
  const query = (data: unknown, expression: unknown): unknown => {
    if (typeof data !== 'object' || data === null) throw new TypeError('$jmespath needs an object or a list to search in.');
    if (typeof expression !== 'string') throw new TypeError('$jmespath needs its query as text.');
    return search(data, expression) as unknown;
  };
  const tame = {
    DateTime,
    Duration,
    Interval,
    Buffer,
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    Intl,
    atob,
    btoa,
    structuredClone: (value: unknown) => structuredClone(value),
    queueMicrotask: (callback: () => void) => queueMicrotask(callback),
    require: (name: unknown) => requireAllowed(name, load, allowedModules),
    $jmespath: query,
    $jmesPath: query,
  };
  harden(tame);
  hardenHidden();
  // Their prototypes are the hardened realm's own; only these constructors have access to clock and randomness.
  return { ...tame, Date, Math };
}

function requireAllowed(name: unknown, load: (name: string) => unknown, allowed: readonly string[]): unknown {
  const wanted = String(name).replace(/^node:/, '');
  const isBuiltin = builtinModules.includes(wanted);
  if (allowed.includes(wanted) || (isBuiltin && allowed.includes('*'))) return load(isBuiltin ? `node:${wanted}` : wanted);
  throw new Error(`The module "${wanted}" is not allowed in code. Allow it in the settings (code.allowedModules), or do without it.`);
}
