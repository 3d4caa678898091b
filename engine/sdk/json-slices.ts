// Reads JSON that is too long to be parsed at once without blocking the event loop: in slices, or as the bytes of one member.
import { setImmediate } from 'node:timers/promises';
import { moveTexts, parseExactly } from '../contract/exact-numbers.ts';
import { setOwn } from '../workflow/values/own-properties.ts';
import { resumed } from './slices.ts';

/** Number of bytes that are parsed at once. */
const PIECE = 64 * 1024;
/** Maximum time in milliseconds before yielding to other work. */
const SLICE = 4;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Number of bytes of a string that are read one by one. The native search is faster for longer strings only. */
const SHORT = 32;

/** Space, tab and line breaks; other control characters are not JSON. */
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Checks what the parser finds. A check rejects the text by throwing an error. */
export interface JsonLimits {
  /** The number of lists and objects around a value. */
  depth(depth: number): void;
  /** The name of a field as in the JSON text: from its opening quote on, with escape sequences. */
  name(written: string): void;
}

/**
 * Parses JSON in UTF-8. Lists and objects may exceed the maximum length of a string. Throws SyntaxError, the errors of `limits`, and the reason of
 * `signal` if it is aborted.
 */
export async function parseInSlices(text: Buffer, limits?: JsonLimits, signal?: AbortSignal): Promise<unknown> {
  return text.length <= PIECE && limits === undefined ? parse(text, 0, text.length) : new SlicedParser(text, limits, signal).parse();
}

/** Like `parseInSlices`, but returns undefined for invalid JSON. */
export async function parseInSlicesIfJson(bytes: Uint8Array, signal: AbortSignal): Promise<unknown> {
  try {
    return await parseInSlices(bufferOf(bytes), undefined, signal);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Minimum length in bytes of JSON that is parsed in slices, since it takes longer than a turn of the event loop may. */
const LONG = 256 * 1024;

/** Whether JSON is so long that it should be parsed in slices. */
export const isLongJsonText = (text: { readonly length: number }): boolean => text.length > LONG;

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Returns UTF-8 without its byte order mark. */
export function withoutByteOrderMark(bytes: Uint8Array): Buffer {
  const buffer = bufferOf(bytes);
  return buffer.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? buffer.subarray(BYTE_ORDER_MARK.length) : buffer;
}

const parse = (text: Buffer, from: number, to: number): unknown => parseExactly(text.toString('utf8', from, to));

/** A list or object whose end has not been found yet. */
interface OpenContainer {
  readonly from: number;
  /** Position of the last comma between its entries; -1 before the first one. */
  comma: number;
  /** Position after which the next piece starts; negative if a long value ended since, so that the piece ends at the next comma. */
  base: number;
  /** Positions of commas that separate pieces, each either one long value or entries that can be parsed at once. */
  splits: number[] | undefined;
}

/** A value that is too long to parse at once. */
interface LongValue {
  readonly end: number;
  /** Undefined for a string. */
  readonly splits: readonly number[] | undefined;
}

const noSplits: readonly number[] = [];

class SlicedParser {
  readonly #text: Buffer;
  readonly #limits: JsonLimits | undefined;
  /** Values that are too long to parse at once, by their start positions. */
  readonly #long = new Map<number, LongValue>();
  readonly #signal: AbortSignal | undefined;
  #deadline = performance.now() + SLICE;

  constructor(text: Buffer, limits: JsonLimits | undefined, signal: AbortSignal | undefined) {
    this.#text = text;
    this.#limits = limits;
    this.#signal = signal;
  }

  async parse(): Promise<unknown> {
    await this.#findLong();
    const { length } = this.#text;
    const start = this.#skip(0);
    const end = this.#long.get(start)?.end ?? length;
    if (this.#skip(end) < length) throw this.#unexpected(this.#skip(end));
    return this.#value(start, end);
  }

  /** Reads the text once, and notes its long values and where they are divided. */
  async #findLong(): Promise<void> {
    const text = this.#text;
    const open: OpenContainer[] = [];
    let next = PIECE;
    for (let at = 0; at < text.length; at++) {
      const byte = text[at];
      if (byte === QUOTE) {
        const end = endOfString(text, at + 1);
        if (this.#limits !== undefined && text[this.#skip(end)] === COLON) this.#noteName(at, end);
        if (end - at >= PIECE) this.#noteLong(at, { end, splits: undefined }, open.at(-1));
        at = end - 1;
      } else if (byte === COMMA) {
        const container = open.at(-1);
        if (container !== undefined) noteComma(container, at);
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        open.push({ from: at, comma: -1, base: at, splits: undefined });
        this.#limits?.depth(open.length);
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        const closed = open.pop();
        if (closed === undefined || text[closed.from] !== (byte === CLOSE_LIST ? OPEN_LIST : OPEN_OBJECT)) throw this.#unexpected(at);
        if (at - closed.from >= PIECE) this.#noteLong(closed.from, { end: at + 1, splits: closed.splits ?? noSplits }, open.at(-1));
      }
      if (at > next) {
        next = at + PIECE;
        await this.#pause();
      }
    }
    if (open.length > 0) throw this.#unexpected(text.length);
  }

  #noteName(from: number, end: number): void {
    this.#limits?.name(this.#text.toString('latin1', from, end));
  }

  /** Notes a long value, which is a piece of its own in its container. */
  #noteLong(from: number, value: LongValue, container: OpenContainer | undefined): void {
    this.#long.set(from, value);
    if (container === undefined) return;
    if (container.comma >= 0 && container.comma !== container.base) splitAt(container, container.comma);
    container.base = Number.NEGATIVE_INFINITY;
  }

  /** Parses the value between the positions. */
  async #value(from: number, to: number): Promise<unknown> {
    await this.#pause();
    const long = this.#long.get(from);
    if (long === undefined) return parse(this.#text, from, to);
    if (long.splits === undefined) return this.#string(from + 1, long.end - 1);
    return this.#text[from] === OPEN_LIST ? this.#list(from, long.end - 1, long.splits) : this.#object(from, long.end - 1, long.splits);
  }

  async #list(from: number, last: number, splits: readonly number[]): Promise<unknown[]> {
    const list: unknown[] = [];
    for (const [start, end] of pieces(from, last, splits)) {
      const value = this.#skip(start);
      const long = this.#long.get(value);
      if (long === undefined) {
        await this.#pause();
        const entries = parseExactly(`[${this.#text.toString('utf8', start, end)}]`) as unknown[];
        if (entries.length === 0 && splits.length > 0) throw this.#unexpected(value);
        moveTexts(entries, list, list.length);
        for (const entry of entries) list.push(entry);
      } else {
        list.push(await this.#value(value, long.end));
        this.#assertBlank(long.end, end);
      }
    }
    return list;
  }

  async #object(from: number, last: number, splits: readonly number[]): Promise<object> {
    const object: Record<string, unknown> = {};
    for (const [start, end] of pieces(from, last, splits)) {
      const key = this.#skip(start);
      const value = this.#memberValue(key);
      const long = value === undefined ? undefined : this.#long.get(value);
      if (value === undefined || long === undefined) {
        await this.#pause();
        const members = parseExactly(`{${this.#text.toString('utf8', start, end)}}`) as Record<string, unknown>;
        const names = Object.keys(members);
        if (names.length === 0 && splits.length > 0) throw this.#unexpected(key);
        for (const name of names) setOwn(object, name, members[name]);
        moveTexts(members, object);
      } else {
        const name = parse(this.#text, key, endOfString(this.#text, key + 1)) as string;
        setOwn(object, name, await this.#value(value, long.end));
        this.#assertBlank(long.end, end);
      }
    }
    return object;
  }

  /** Returns the position of the value of the member whose name starts at `key`; undefined if there is no member. */
  #memberValue(key: number): number | undefined {
    if (this.#text[key] !== QUOTE) return undefined;
    const colon = this.#skip(endOfString(this.#text, key + 1));
    return this.#text[colon] === COLON ? this.#skip(colon + 1) : undefined;
  }

  /** Parses the content of a string in pieces, divided where neither an escape sequence nor a character is. */
  async #string(from: number, to: number): Promise<string> {
    if (this.#text[to] !== QUOTE) throw this.#unexpected(this.#text.length);
    let string = '';
    for (let at = from; at < to;) {
      await this.#pause();
      const end = endOfPiece(this.#text, at, Math.min(at + PIECE, to), to);
      string += JSON.parse(`"${this.#text.toString('utf8', at, end)}"`) as string;
      at = end;
    }
    return string;
  }

  #assertBlank(from: number, to: number): void {
    if (this.#skip(from) !== to) throw this.#unexpected(this.#skip(from));
  }

  /** Returns the position of the next byte that is not a blank. */
  #skip(from: number): number {
    let at = from;
    while (isBlank(this.#text[at])) at++;
    return at;
  }

  #unexpected(at: number): SyntaxError {
    if (at >= this.#text.length) return new SyntaxError('Unexpected end of JSON input');
    return new SyntaxError(`Unexpected token '${this.#text.toString('utf8', at, at + 4).slice(0, 1)}' at byte ${at}`);
  }

  async #pause(): Promise<void> {
    if (performance.now() <= this.#deadline) return;
    await setImmediate();
    if (this.#signal !== undefined) {
      this.#signal.throwIfAborted();
      resumed(this.#signal);
    }
    this.#deadline = performance.now() + SLICE;
  }
}

function noteComma(container: OpenContainer, at: number): void {
  container.comma = at;
  if (at - container.base >= PIECE) splitAt(container, at);
}

function splitAt(container: OpenContainer, at: number): void {
  (container.splits ??= []).push(at);
  container.base = at;
}

/** Yields start and end of each piece between two brackets. */
function* pieces(from: number, last: number, splits: readonly number[]): Generator<readonly [start: number, end: number]> {
  let start = from + 1;
  for (const split of splits) {
    yield [start, split];
    start = split + 1;
  }
  yield [start, last];
}

/** Number of bytes of the longest escape sequence. */
const LONGEST_ESCAPE = 6;

/** Returns a position before `end` where the content of a string can be divided; `to` is the end of the whole content. */
function endOfPiece(text: Buffer, from: number, end: number, to: number): number {
  if (end === to) return to;
  let at = end;
  // A byte within a character starts with the bits 10; there are at most three of them.
  while (((text[at] ?? 0) & 0xc0) === 0x80 && at > end - 3) at--;
  for (let back = at - 1; back >= at - LONGEST_ESCAPE && back > from; back--) {
    if (text[back] !== BACKSLASH) continue;
    let slashes = back;
    while (slashes > from && text[slashes - 1] === BACKSLASH) slashes--;
    // An even number of backslashes are escaped ones.
    const start = (back - slashes) % 2 === 0 ? back : back + 1;
    return start > from && start + LONGEST_ESCAPE > at ? start : at;
  }
  return at;
}

/** Returns the index after the closing quote of the string whose content starts at `from`; the length of the text if it is not closed. */
function endOfString(text: Buffer, from: number): number {
  for (let at = from; at < from + SHORT; at++) {
    const byte = text[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) break;
  }
  for (let at = text.indexOf(QUOTE, from); at >= 0; at = text.indexOf(QUOTE, at + 1)) {
    let slashes = at;
    while (slashes > from && text[slashes - 1] === BACKSLASH) slashes--;
    if ((at - slashes) % 2 === 0) return at + 1;
  }
  return text.length;
}

/**
 * Returns the bytes of the first member's value, in chunks, of an object that arrives in chunks. Undefined if the member has another name. `text`
 * must have no spaces between its tokens.
 */
export async function firstMember(text: AsyncIterable<Buffer>, name: string): Promise<AsyncGenerator<Buffer> | undefined> {
  const pieces = text[Symbol.asyncIterator]();
  const start = Buffer.from(`{${JSON.stringify(name)}:`);
  let started = Buffer.alloc(0);
  while (started.length < start.length) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    started = Buffer.concat([started, value as Buffer]);
  }
  if (started.subarray(0, start.length).equals(start)) return valueOf(started.subarray(start.length), pieces);
  await pieces.return?.();
  return undefined;
}

/** Yields the bytes up to the end of the value that starts with `first`. */
async function* valueOf(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  const end = new EndOfValue();
  try {
    for (let piece: Buffer | undefined = first; piece !== undefined;) {
      const at = end.in(piece);
      if (at > 0) yield piece.subarray(0, at);
      if (at < piece.length) return;
      const { value, done } = await rest.next();
      piece = done === true ? undefined : (value as Buffer);
    }
  } finally {
    await rest.return?.();
  }
}

/** Finds the end of a value that arrives in chunks. */
class EndOfValue {
  #depth = 0;
  #isString = false;
  #isEscaped = false;

  /** Returns the index after the value in this chunk; the length of the chunk if the value continues. */
  in(piece: Buffer): number {
    let depth = this.#depth;
    let isString = this.#isString;
    let at = this.#isEscaped ? 1 : 0;
    for (; at < piece.length; at++) {
      const byte = piece[at];
      if (isString) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) isString = false;
      } else if (byte === QUOTE) isString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth-- === 0) return at;
      } else if (byte === COMMA && depth === 0) return at;
    }
    this.#depth = depth;
    this.#isString = isString;
    this.#isEscaped = at > piece.length;
    return piece.length;
  }
}
