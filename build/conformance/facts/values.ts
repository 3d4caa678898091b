// Functions that only facts need: deep merging, JSON of circular values, empty values, and executions that errors refer to.
import { DateTime } from 'luxon';
import { AppError } from '../../../engine/contract/errors.ts';
import { parseDateTime } from '../../../engine/workflow/values/date-time.ts';
import { isForbiddenKey } from '../../../engine/workflow/values/object-path.ts';
import { isRecord } from '../../../engine/workflow/values/own-properties.ts';

/**
 * Merges the second value into the first: objects are merged key by key, everything else is replaced, also by null. If one of the two is missing,
 * the other is returned. Neither argument is modified. Keys that could reach a prototype (`__proto__`, `constructor`, `prototype`) are dropped.
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

/** Whether a value is a plain object, as opposed to a date or another class instance. */
function isPlain(value: unknown): value is { [key: string]: unknown } {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

interface JsonTextOptions {
  /** Whether circular references are written as `[Circular Reference]` instead of throwing. */
  readonly replaceCircularRefs?: boolean;
}

/**
 * Returns the JSON text of a value. For undefined and functions at the top level it returns undefined, like JSON.stringify. By default throws
 * TypeError for circular values.
 */
export function jsonText(value: unknown, options: JsonTextOptions = {}): string | undefined {
  return JSON.stringify(options.replaceCircularRefs === true ? withoutCircles(value, []) : value) as string | undefined;
}

/** Returns a copy in which references to an enclosing object are replaced. The same object twice side by side is not circular. */
function withoutCircles(value: unknown, enclosing: readonly object[]): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (enclosing.includes(value)) return '[Circular Reference]';
  const around = [...enclosing, value];
  if (Array.isArray(value)) return value.map((entry: unknown) => withoutCircles(entry, around));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutCircles(entry, around)]));
}

/** Whether a value is null, undefined, an empty list, Map or Set, or an object without own keys; dates are not empty. */
export function isObjectEmpty(value: object | null | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  if (value instanceof Date) return false;
  return Object.keys(value).length === 0;
}

/** Whether an object or list has this own property. */
export function hasKey(value: unknown, key: PropertyKey): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

interface SubExecutionMetadata {
  readonly subExecution: { readonly executionId: string; readonly workflowId: string };
  readonly subExecutionsCount: 1;
}

/** Returns the execution that an error, or the service's response in it, refers to; undefined if the reference is incomplete. */
export function subExecutionOf(error: unknown): SubExecutionMetadata | undefined {
  if (!isRecord(error)) return undefined;
  const source = isRecord(error['errorResponse']) ? error['errorResponse'] : error;
  const { executionId, workflowId } = source;
  return typeof executionId === 'string' && typeof workflowId === 'string'
    ? { subExecution: { executionId, workflowId }, subExecutionsCount: 1 }
    : undefined;
}

/** Escapes a text for use as a replacement of `String.replace`, where `$` has a meaning. */
export function escapeReplacement(text: string): string {
  return text.replaceAll('$', '$$$$');
}

export type FileKind = 'json' | 'html' | 'text' | 'image' | 'video' | 'audio' | 'pdf';

/** Returns the kind of preview for a MIME type; undefined if there is none. */
export function fileKind(mimeType: string): FileKind | undefined {
  if (mimeType.startsWith('application/json')) return 'json';
  if (mimeType.startsWith('text/html')) return 'html';
  if (mimeType.startsWith('application/pdf')) return 'pdf';
  const family = mimeType.slice(0, mimeType.indexOf('/'));
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  return family === 'text' || mimeType.startsWith('application/javascript') ? 'text' : undefined;
}

/** Converts a value to a DateTime, which may be invalid. Throws AppError PARAMETER_INVALID if the value is not a date. */
export function dateTimeOf(value: unknown, zone?: string): DateTime {
  const date = DateTime.isDateTime(value) ? value : parseDateTime(value, zone);
  if (date === undefined) throw new AppError('PARAMETER_INVALID', `The value "${String(value)}" is not a valid date.`);
  return date;
}
