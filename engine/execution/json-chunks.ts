// Writes JSON text in chunks: a run's data may exceed the maximum length of a string, and writing it at once would block the event loop.
import { setImmediate } from 'node:timers/promises';
import { exactLength, exactText, holdsExact, stringifyExactly } from '../contract/exact-numbers.ts';

/** Minimum length of a chunk in characters. */
const CHUNK = 64 * 1024;
/** Minimum depth at which values (such as an item of a run) are written as a whole unless they are large. The outermost value is, too. */
const DEPTH = 8;
/** Maximum number of values and characters of such a value. */
const LARGE = 64 * 1024;
/** Maximum depth at which values that JSON cannot represent are split. */
const MAX_DEPTH = 200;
/** Maximum number of values and characters per call of JSON.stringify: a few kilobytes take about 10 µs. */
const SMALL = 2048;
/** Maximum time in milliseconds for which writing blocks the event loop. */
const SLICE = 5;

/**
 * Yields the text that JSON.stringify would return, in chunks of about 64 KiB. Values that JSON cannot represent do not fail: a BigInt becomes
 * text, circular and unreadable values become a placeholder.
 */
export function jsonChunks(value: unknown): Generator<string> {
  return new JsonWriter().write(value);
}

/** Like jsonChunks, but yields to other work every 5 ms. */
export async function* slicedJsonChunks(value: unknown): AsyncGenerator<string> {
  let deadline = performance.now() + SLICE;
  for (const chunk of jsonChunks(value)) {
    yield chunk;
    if (performance.now() > deadline) {
      await setImmediate();
      deadline = performance.now() + SLICE;
    }
  }
}

/** Whether the text of a value is so long that it should be written in chunks. */
export const isLongJson = (value: unknown): boolean => remainingOrNone(value, LARGE * 4) < 0;

/** Placeholder for values that cannot be written. */
const UNWRITABLE = '"[Cannot be written as JSON]"';

/** A list or object that is partly written. */
interface Open {
  readonly value: object;
  /** Names of an object's members; undefined for a list. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  /** Index of the next entry or member. */
  index: number;
  isEmpty: boolean;
  /** Entries before this index are written one by one, since JSON cannot represent them together. */
  apartUntil: number;
}

class JsonWriter {
  #text = '';
  /** Outermost first. A single loop over this stack takes a third of the time of one generator per level. */
  readonly #open: Open[] = [];
  /** Long text that is partly written. */
  #rest: { readonly text: string; at: number } | undefined;

  *write(value: unknown): Generator<string> {
    this.#begin(value);
    yield* this.#chunks();
    if (this.#text !== '') yield this.#text;
  }

  *#chunks(): Generator<string> {
    for (let open = this.#open.at(-1); open !== undefined || this.#rest !== undefined; open = this.#open.at(-1)) {
      if (this.#rest !== undefined) this.#continueText(this.#rest);
      else if (open === undefined) return;
      else if (open.index < open.length) this.#next(open);
      else this.#end(open);
      if (this.#text.length > CHUNK) {
        yield this.#text;
        this.#text = '';
      }
    }
  }

  #begin(value: unknown): void {
    try {
      this.#beginValue(value);
    } catch {
      // Reading a part failed, for example in a getter.
      this.#text += UNWRITABLE;
    }
  }

  #beginValue(value: unknown): void {
    if (typeof value === 'string' && value.length > CHUNK * 2) {
      this.#text += '"';
      this.#rest = { text: value, at: 0 };
      return;
    }
    const depth = this.#open.length;
    const container = isContainer(value) ? value : undefined;
    const isWhole =
      container === undefined || depth >= MAX_DEPTH || remainingOrNone(container, depth === 0 || depth >= DEPTH ? LARGE : SMALL) >= 0;
    const json = isWhole ? stringifyOrUndefined(value) : undefined;
    if (json !== undefined) this.#text += json;
    else if (container === undefined || depth > MAX_DEPTH) this.#text += UNWRITABLE;
    else if (this.#open.some((open) => open.value === container)) this.#text += '"[Circular Reference]"';
    else {
      const keys = Array.isArray(container) ? undefined : Object.keys(container);
      const length = keys === undefined ? (container as readonly unknown[]).length : keys.length;
      this.#text += keys === undefined ? '[' : '{';
      this.#open.push({ value: container, keys, length, index: 0, isEmpty: true, apartUntil: 0 });
    }
  }

  #continueText(rest: { readonly text: string; at: number }): void {
    const { text, at } = rest;
    const end = at + CHUNK;
    // JSON.stringify escapes the halves of a pair that are apart.
    rest.at = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
    this.#text += JSON.stringify(text.slice(at, rest.at)).slice(1, -1);
    if (rest.at < text.length) return;
    this.#text += '"';
    this.#rest = undefined;
  }

  #next(open: Open): void {
    const index = open.index++;
    if (open.keys === undefined) {
      if (index > 0) this.#text += ',';
      const list = open.value as readonly unknown[];
      const json = index < open.apartUntil || holdsExact(list) ? exactText(list, String(index)) : smallEntries(list, open, index);
      if (json === undefined) this.#begin(list[index]);
      else this.#text += json;
      return;
    }
    const key = open.keys[index] ?? '';
    const value = readField(open.value as Readonly<Record<string, unknown>>, key);
    if (isLeftOut(value)) return;
    this.#text += `${open.isEmpty ? '' : ','}${JSON.stringify(key)}:`;
    open.isEmpty = false;
    const exact = typeof value === 'number' ? exactText(open.value, key) : undefined;
    if (exact === undefined) this.#begin(value);
    else this.#text += exact;
  }

  #end({ keys }: Open): void {
    this.#text += keys === undefined ? ']' : '}';
    this.#open.pop();
  }
}

/** Returns a field's value; a placeholder if reading it throws. */
function readField(object: Readonly<Record<string, unknown>>, key: string): unknown {
  try {
    return object[key];
  } catch {
    return '[Cannot be written as JSON]';
  }
}

/** Returns the text of as many entries from `index` on as are small together, and advances `open`. Undefined if JSON cannot represent them. */
function smallEntries(list: readonly unknown[], open: Open, index: number): string | undefined {
  let end = index;
  for (let budget = remainingOrNone(list[index], SMALL); budget >= 0; budget = end < open.length ? remainingOrNone(list[end], budget) : -1)
    end++;
  if (end === index) return undefined;
  const json = stringifyOrUndefined(list.slice(index, end));
  if (json === undefined) open.apartUntil = end;
  else open.index = end;
  return json?.slice(1, -1);
}

/** Like `remainingAfter`, but negative if reading the value throws. */
function remainingOrNone(value: unknown, budget: number): number {
  try {
    return remainingAfter(value, budget);
  } catch {
    return -1;
  }
}

/**
 * Returns the remaining budget of values and characters after `value` is written; negative if it is exceeded, which is always the case for
 * circular values. Apart from `remainingAfterParts`, so that it is inlined there: most values are no lists or objects.
 */
function remainingAfter(value: unknown, budget: number): number {
  if (typeof value === 'object' && value !== null) return remainingAfterParts(value, budget);
  return typeof value === 'string' ? budget - 1 - value.length : budget - 1;
}

function remainingAfterParts(value: object, budget: number): number {
  let remaining = budget - 1;
  if (remaining < 0) return remaining;
  if (holdsExact(value)) remaining -= exactLength(value, remaining);
  if (Array.isArray(value)) {
    if (value.length > remaining) return -1;
    for (let index = 0; index < value.length && remaining >= 0; index++) remaining = remainingAfter(value[index], remaining);
    return remaining;
  }
  const limit = budget <= SMALL ? SMALL : LARGE;
  if (hasWide && (wide.get(value) ?? 0) >= limit) return -1;
  let count = 0;
  for (const key in value) {
    // The length of its result is unknown.
    if (key === 'toJSON') return -1;
    count++;
    remaining = remainingAfter((value as Readonly<Record<string, unknown>>)[key], remaining - key.length);
    if (remaining >= 0) continue;
    if (count > WIDE) noteWide(value, limit);
    return remaining;
  }
  return remaining;
}

/** Minimum number of members of an object that is remembered once it exceeds a limit. */
const WIDE = 100;
/** Limits that objects of many members exceed. A loop over the names of such an object lists all of them first, even if it ends early. */
const wide = new WeakMap<object, number>();
let hasWide = false;

function noteWide(value: object, limit: number): void {
  hasWide = true;
  wide.set(value, limit);
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLeftOut = (value: unknown): boolean => value === undefined || typeof value === 'function' || typeof value === 'symbol';

/** Whether a value is a list or plain object. Objects with a `toJSON` method are written as a whole. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON !== 'function';
}

/** Returns the JSON text of a value; undefined if JSON cannot represent it. */
function stringifyOrUndefined(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'bigint') return `"${value}"`;
  if (isLeftOut(value)) return 'null';
  try {
    return stringifyExactly(value);
  } catch {
    return undefined;
  }
}
