// The globals of user code besides data names: dates, URLs, buffers, allowed modules, timers and console.
import { builtinModules } from 'node:module';
import { search } from 'jmespath';
import { DateTime, Duration, Interval } from 'luxon';
import type { ConsoleLevel } from '../contract/push.ts';
import { safeCrypto } from './worker-crypto.ts';
import { hardenHidden } from './worker-realm.ts';

export type Endowments = Readonly<Record<string, unknown>>;

/** Built once per worker after the realm was hardened; everything in it is hardened too. */
export function prepareEndowments(load: (name: string) => unknown, allowedModules: readonly string[]): Endowments {
  const query = (data: unknown, expression: unknown): unknown => {
    if (typeof data !== 'object' || data === null) throw new TypeError('$jmespath needs an object or a list to search in.');
    if (typeof expression !== 'string') throw new TypeError('$jmespath needs its query as text.');
    return search(data, expression) as unknown;
  };
  const allows = (name: string): boolean => allowedModules.includes(name) || allowedModules.includes('*');
  const ownCrypto = harden(safeCrypto());
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
    require: (name: unknown) => (isCrypto(name) && !allows('crypto') ? ownCrypto : requireAllowed(name, load, allowedModules)),
    $jmespath: query,
    $jmesPath: query,
  };
  // The build shortens the names of classes.
  for (const [name, value] of Object.entries({ DateTime, Duration, Interval })) Object.defineProperty(value, 'name', { value: name });
  harden(tame);
  hardenHidden();
  // The prototypes are those of the hardened realm; only these constructors have access to the clock and to randomness.
  return { ...tame, Date, Math };
}

const isCrypto = (name: unknown): boolean => name === 'crypto' || name === 'node:crypto';

function requireAllowed(name: unknown, load: (name: string) => unknown, allowed: readonly string[]): unknown {
  const requested = String(name).replace(/^node:/, '');
  const isBuiltin = builtinModules.includes(requested);
  if (allowed.includes(requested) || (isBuiltin && allowed.includes('*'))) return load(isBuiltin ? `node:${requested}` : requested);
  throw new Error(`The module "${requested}" is not allowed in code. Add it to the setting MILLRACE_CODE_MODULES, or do without it.`);
}

type Callback = (...args: unknown[]) => void;

export class JobTimers {
  readonly #open = new Map<number, NodeJS.Timeout>();
  #isOver = false;

  /** The timer functions of user code. */
  get globals(): Readonly<Record<string, unknown>> {
    const clear = (id: unknown): void => this.#clear(Number(id));
    return {
      setTimeout: (callback: Callback, delay?: number, ...args: unknown[]) => this.#start(callback, delay, args, false),
      setInterval: (callback: Callback, delay?: number, ...args: unknown[]) => this.#start(callback, delay, args, true),
      setImmediate: (callback: Callback, ...args: unknown[]) => this.#start(callback, 0, args, false),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    };
  }

  /** Clears all timers and prevents new ones. */
  end(): void {
    this.#isOver = true;
    for (const timer of this.#open.values()) clearTimeout(timer);
    this.#open.clear();
  }

  #start(callback: Callback, delay: number | undefined, args: readonly unknown[], repeats: boolean): number {
    if (typeof callback !== 'function') throw new TypeError('A timer needs a function to call.');
    if (this.#isOver) return 0;
    const milliseconds = delay === undefined ? undefined : Number(delay);
    const timer = repeats
      ? setInterval(() => callback(...args), milliseconds)
      : setTimeout(() => {
          this.#open.delete(id);
          callback(...args);
        }, milliseconds);
    const id = Number(timer);
    this.#open.set(id, timer);
    return id;
  }

  #clear(id: number): void {
    clearTimeout(this.#open.get(id));
    this.#open.delete(id);
  }
}

/** Maximum number of console lines per job. */
const mostLines = 2000;
/** Maximum number of logged values per job; 64 characters of text count as one value. */
const mostParts = 100_000;
const deepest = 20;
const note = 'Further lines of this run are not shown.';

type SendLine = (values: readonly unknown[], level: ConsoleLevel) => void;

export class JobConsole {
  readonly #send: SendLine;
  #lines = 0;
  #parts = 0;
  #isOver = false;

  constructor(send: SendLine) {
    this.#send = send;
  }

  /** `console` in user code. */
  get globals(): Readonly<Record<string, unknown>> {
    const at =
      (level: ConsoleLevel) =>
      (...values: unknown[]): void =>
        this.#log(values, level);
    const [log, debug] = [at('log'), at('debug')];
    return { log, info: at('info'), warn: at('warn'), error: at('error'), debug, trace: debug, table: log, dir: log };
  }

  /** Drops all further output. */
  end(): void {
    this.#isOver = true;
  }

  #log(values: readonly unknown[], level: ConsoleLevel): void {
    if (this.#isOver) return;
    if (++this.#lines > mostLines || this.#parts > mostParts) {
      this.#isOver = true;
      this.#send([note], 'warn');
      return;
    }
    this.#send(
      values.slice(0, 100).map((value) => this.#toLogValue(value, [])),
      level,
    );
  }

  #toLogValue(value: unknown, around: readonly object[]): unknown {
    if (++this.#parts > mostParts) return '…';
    try {
      if (typeof value === 'string') return this.#limitedText(value);
      if (typeof value === 'function') return '[Function]';
      if (typeof value === 'symbol') return value.toString();
      if (typeof value !== 'object' || value === null) return value;
      if (around.includes(value)) return '[Circular Reference]';
      return around.length > deepest ? '…' : this.#object(value, [...around, value]);
    } catch {
      return 'A value that cannot be shown';
    }
  }

  #limitedText(text: string): string {
    const maxLength = Math.max(0, mostParts - this.#parts) * 64;
    this.#parts += text.length >>> 6;
    return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  }

  #object(value: object, around: readonly object[]): unknown {
    if (value instanceof Error) return this.#limitedText(`${value.name}: ${value.message}`);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : new Date(value);
    if (value instanceof Promise) return '[Promise]';
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') return this.#toLogValue((toJSON as () => unknown).call(value), around);
    if (value instanceof Map) return this.#entries(Object.fromEntries(value), around);
    if (value instanceof Set || ArrayBuffer.isView(value)) return this.#list(value as unknown as Iterable<unknown>, around);
    return Array.isArray(value) ? this.#list(value, around) : this.#entries(value, around);
  }

  #list(list: Iterable<unknown>, around: readonly object[]): unknown[] {
    const visible: unknown[] = [];
    for (const entry of list) {
      if (this.#parts > mostParts) break;
      visible.push(this.#toLogValue(entry, around));
    }
    return visible;
  }

  #entries(object: object, around: readonly object[]): Record<string, unknown> {
    const visible: Record<string, unknown> = {};
    for (const key of Object.keys(object)) {
      if (this.#parts > mostParts) break;
      const value = this.#toLogValue((object as Record<string, unknown>)[key], around);
      Object.defineProperty(visible, this.#limitedText(key), { value, enumerable: true, writable: true, configurable: true });
    }
    return visible;
  }
}
