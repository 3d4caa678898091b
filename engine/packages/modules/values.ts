// The functions of `n8n-workflow` on plain values.
import { randomInt as randomNumber } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { cronExpression, triggerTimes, type TriggerTime } from '../../workflow/values/cron.ts';
import { parseLenientJson, parseRepairedJson } from '../../workflow/values/lenient-json.ts';
import { UserError } from './errors.ts';
import { isContent } from './stored-contents.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns a copy of plain data; dates and other objects with a JSON form become texts. The content of stored files is not read. */
export function deepCopy<T>(source: T, seen: Map<object, unknown> = new Map()): T {
  if (!isObject(source)) return source;
  const existingCopy = seen.get(source);
  if (existingCopy !== undefined) return existingCopy as T;
  const { toJSON } = source as { toJSON?: unknown };
  if (typeof toJSON === 'function') return (toJSON as () => unknown).call(source) as T;
  const copy: unknown[] | Fields = Array.isArray(source) ? [] : (Object.create(Object.getPrototypeOf(source) as object | null) as Fields);
  seen.set(source, copy);
  for (const key of Object.keys(source)) {
    const own = key === 'data' ? Object.getOwnPropertyDescriptor(source, key) : undefined;
    const isLazy = own !== undefined && isContent(own);
    const value = isLazy ? own : { value: deepCopy(source[key], seen), enumerable: true, writable: true, configurable: true };
    Object.defineProperty(copy, key, value);
  }
  return copy as T;
}

interface ParseOptions<T> {
  readonly fallbackValue?: T | (() => T);
  readonly errorMessage?: string;
  readonly acceptJSObject?: boolean;
  readonly repairJSON?: boolean;
}

/** Parses JSON. Throws UserError with `errorMessage`, or SyntaxError; with `fallbackValue`, that is returned instead. */
export function jsonParse<T>(json: string, options: ParseOptions<T> = {}): T {
  try {
    return JSON.parse(json) as T;
  } catch (error) {
    const { acceptJSObject = false, repairJSON = false, fallbackValue } = options;
    try {
      if (acceptJSObject || repairJSON) return (repairJSON ? parseRepairedJson(json) : parseLenientJson(json)) as T;
    } catch {
      // The error of the strict parser has more details.
    }
    if (fallbackValue !== undefined) return typeof fallbackValue === 'function' ? (fallbackValue as () => T)() : fallbackValue;
    if (options.errorMessage !== undefined) throw new UserError(options.errorMessage, { cause: error });
    throw error;
  }
}

/** Replaces references of an object to itself or to one above it. */
export function replaceCircularReferences<T>(value: T, above: readonly unknown[] = []): T {
  if (!isObject(value) || value instanceof RegExp || typeof value['toJSON'] === 'function') return value;
  if (above.includes(value)) return '[Circular Reference]' as T;
  const entries = Object.entries(value).map(([key, entry]) => [key, replaceCircularReferences(entry, [...above, value])] as const);
  return (Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries)) as T;
}

/** Replaces circular references in place. */
export function removeCircularRefs(value: Fields, above: readonly unknown[] = []): void {
  for (const [key, entry] of Object.entries(value)) {
    if (!isObject(entry)) continue;
    if ([...above, value].includes(entry)) value[key] = '[Circular Reference]';
    else removeCircularRefs(entry, [...above, value]);
  }
}

export const jsonStringify = (value: unknown, options: { readonly replaceCircularRefs?: boolean } = {}): string =>
  JSON.stringify(options.replaceCircularRefs === true ? replaceCircularReferences(value) : value);

interface DisplayOptions {
  readonly show?: Fields;
  readonly hide?: Fields;
}

/** Returns the properties with the given display options added; those of a property itself are replaced where both name the same one. */
export function updateDisplayOptions<T extends { readonly displayOptions?: DisplayOptions }>(
  displayOptions: DisplayOptions,
  properties: readonly T[],
): T[] {
  return properties.map((property) => {
    const merged: { show?: Fields; hide?: Fields } = { ...property.displayOptions };
    for (const which of ['show', 'hide'] as const) {
      if (displayOptions[which] !== undefined) merged[which] = { ...merged[which], ...displayOptions[which] };
    }
    return { ...property, displayOptions: merged };
  });
}

/** Returns what was thrown as an error. */
export const ensureError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('Something that is not an error was thrown', { cause: thrown });

export const sleep = (milliseconds: number): Promise<void> => wait(milliseconds);

export const sleepWithAbort = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, signal === undefined ? {} : { signal });

export function isObjectEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return isObject(value) && Object.keys(value).length === 0 && !(value instanceof Date);
}

/** Returns a number from `from` (default 0) to below `to`. */
export function randomInt(from: number, to?: number): number {
  return to === undefined ? randomNumber(from) : randomNumber(from, to);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a random text of letters and digits, of a length from `least` to `most`. */
export function randomString(least: number, most: number = least): string {
  const length = least === most ? least : randomNumber(least, most + 1);
  return Array.from({ length }, () => alphabet[randomNumber(alphabet.length)]).join('');
}

/** Characters that file systems do not accept in names, and those that steer terminals. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f<>:"/\\|?*]/g;
const MOST_NAME = 200;

/** Returns a name that is safe for a file in any folder: without folders, special characters and names of devices. */
export function sanitizeFilename(name: string): string {
  const last = String(name).split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(UNSAFE, '_').replace(/^\.+|[. ]+$/g, '');
  const safeName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) ? `_${plain}` : plain;
  if (safeName === '') return 'untitled';
  const [extension = ''] = /\.[^.]{1,20}$/.exec(safeName) ?? [];
  return safeName.length <= MOST_NAME ? safeName : `${safeName.slice(0, MOST_NAME - extension.length)}${extension}`;
}

/** Returns the cron expression, with a field for seconds, of one time of a trigger. The second is random. */
export const toCronExpression = (time: unknown): string => cronExpression(triggerTimes(time)[0] as TriggerTime, Math.random);

export function assert(condition: unknown, message?: string): asserts condition {
  if (!condition) throw new Error(message ?? 'Assertion failed');
}

export const isResourceLocatorValue = (value: unknown): boolean =>
  isObject(value) && 'mode' in value && 'value' in value && '__rl' in value;

export const isResourceMapperValue = (value: unknown): boolean =>
  isObject(value) && 'mappingMode' in value && 'schema' in value && 'value' in value;

/** Returns the fields of an error that describe its execution; errors here have none. */
export const parseErrorMetadata = (): undefined => undefined;

/** Names of headers that carry secrets. */
const SECRET_HEADER = /^(?:(?:proxy-)?authorization|cookie|set-cookie|.*(?:api-?key|token|secret|signature|password).*)$/i;

/** Returns a copy of headers whose secrets are hidden. */
export const redactedHeaders = (headers: Readonly<Fields> = {}): Fields =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, SECRET_HEADER.test(name) ? '[hidden]' : value]));

/** Logs to the program's log; packages may replace its logger, which has no effect outside of them. */
const noLog = (): void => undefined;
let logger: Readonly<Record<string, (message: string, details?: unknown) => void>> = {
  debug: noLog,
  info: noLog,
  warn: noLog,
  error: noLog,
};

export const LoggerProxy = {
  init: (replacement: typeof logger): void => {
    logger = replacement;
  },
  debug: (message: string, details?: unknown): void => logger['debug']?.(message, details),
  info: (message: string, details?: unknown): void => logger['info']?.(message, details),
  warn: (message: string, details?: unknown): void => logger['warn']?.(message, details),
  error: (message: string, details?: unknown): void => logger['error']?.(message, details),
};
