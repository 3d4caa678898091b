// Reads JSON that is too long to be parsed at once without blocking the event loop: in slices, or as the bytes of one member.
import { setImmediate } from 'node:timers/promises';
import { moveTexts, noteOwnText, parseExactly } from '../contract/exact-numbers.ts';
import { setOwn } from '../workflow/values/own-properties.ts';

/** Number of bytes that are parsed at once. */
const PIECE = 64 * 1024;
/** Maximum time in milliseconds before yielding to other work. */
const SLICE = 5;

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

/** Checks what the parser finds. A check refuses the text by throwing an error. */
export interface JsonLimits {
  /** The number of lists and objects around a value. */
  depth(depth: number): void;
  /** The name of a field as in the JSON text: from its opening quote on, with escape sequences. */
  name(written: string): void;
}

/** Parses JSON in UTF-8. Lists and objects may exceed the maximum length of a string. Throws SyntaxError, and the errors of `limits`. */
export async function parseInSlices(text: Buffer, limits?: JsonLimits): Promise<unknown> {
  return text.length <= PIECE && limits === undefined ? parse(text, 0, text.length) : new SlicedParser(text, limits).parse();
}

const parse = (text: Buffer, from: number, to: number): unknown => parseExactly(text.toString('utf8', from, to));

class SlicedParser {
  readonly #text: Buffer;
  readonly #limits: JsonLimits | undefined;
  /** End positions of lists and objects that are too long to parse at once, by their start positions. */
  readonly #ends = new Map<number, number>();
  #deadline = performance.now() + SLICE;

  constructor(text: Buffer, limits: JsonLimits | undefined) {
    this.#text = text;
    this.#limits = limits;
  }

  async parse(): Promise<unknown> {
    await this.#findLong();
    const { length } = this.#text;
    const start = this.#skip(0);
    const end = this.#ends.get(start) ?? length;
    if (this.#skip(end) < length) throw this.#unexpected(this.#skip(end));
    return this.#value(start, end);
  }

  async #findLong(): Promise<void> {
    const text = this.#text;
    const open: number[] = [];
    let next = PIECE;
    for (let at = 0; at < text.length; at++) {
      const byte = text[at];
      if (byte === QUOTE) {
        const end = endOfString(text, at + 1);
        if (this.#limits !== undefined && text[this.#skip(end)] === COLON) this.#noteName(at, end);
        at = end - 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        open.push(at);
        this.#limits?.depth(open.length);
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        const from = open.pop();
        if (from === undefined || text[from] !== (byte === CLOSE_LIST ? OPEN_LIST : OPEN_OBJECT)) throw this.#unexpected(at);
        if (at - from >= PIECE) this.#ends.set(from, at + 1);
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

  /** Parses the value that starts at `from`; a short value ends at `to`. */
  async #value(from: number, to: number): Promise<unknown> {
    await this.#pause();
    if (!this.#ends.has(from)) return parse(this.#text, from, to);
    return this.#text[from] === OPEN_LIST ? this.#list(from) : this.#object(from);
  }

  async #list(from: number): Promise<unknown[]> {
    const list: unknown[] = [];
    const last = (this.#ends.get(from) ?? this.#text.length) - 1;
    for (let at = this.#skip(from + 1); ;) {
      const isLong = this.#ends.has(at);
      const end = isLong ? (this.#ends.get(at) ?? last) : this.#endOfEntries(at, last);
      if (isLong) list.push(await this.#value(at, end));
      else {
        await this.#pause();
        const entries = parseExactly(`[${this.#text.toString('utf8', at, end)}]`) as unknown[];
        moveTexts(entries, list, list.length);
        for (const entry of entries) list.push(entry);
      }
      const next = this.#next(end, last);
      if (next === undefined) return list;
      at = next;
    }
  }

  async #object(from: number): Promise<object> {
    const object: Record<string, unknown> = {};
    const last = (this.#ends.get(from) ?? this.#text.length) - 1;
    const first = this.#skip(from + 1);
    if (first === last) return object;
    for (let at = first; ;) {
      if (this.#text[at] !== QUOTE) throw this.#unexpected(at);
      const key = endOfString(this.#text, at + 1);
      const colon = this.#skip(key);
      if (this.#text[colon] !== COLON) throw this.#unexpected(colon);
      const value = this.#skip(colon + 1);
      const end = this.#ends.get(value) ?? endOfValue(this.#text, value);
      const name = parse(this.#text, at, key) as string;
      const found = await this.#value(value, end);
      setOwn(object, name, found);
      if (typeof found === 'number') noteOwnText(object, name, this.#text.toString('utf8', value, end).trim());
      const next = this.#next(end, last);
      if (next === undefined) return object;
      at = next;
    }
  }

  /** Returns the start of what follows the entry that ends at `end`; undefined if it was the last one. */
  #next(end: number, last: number): number | undefined {
    const after = this.#skip(end);
    if (after === last) return undefined;
    const next = this.#skip(after + 1);
    // A comma is followed by another entry.
    if (this.#text[after] !== COMMA || next >= last) throw this.#unexpected(after);
    return next;
  }

  /** Returns the end of as many entries as can be parsed at once, before the next long one. `at`: start of a short entry. */
  #endOfEntries(at: number, last: number): number {
    let end = endOfValue(this.#text, at);
    while (end < last && this.#text[end] === COMMA && end - at < PIECE) {
      const next = this.#skip(end + 1);
      if (next >= last || this.#ends.has(next)) return end;
      end = endOfValue(this.#text, next);
    }
    return end;
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
    this.#deadline = performance.now() + SLICE;
  }
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

/** Returns the index after the value that starts at `from`. */
function endOfValue(text: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) at = endOfString(text, at + 1) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth-- === 0) return at;
    } else if (byte === COMMA && depth === 0) return at;
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
  let begun = Buffer.alloc(0);
  while (begun.length < start.length) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    begun = Buffer.concat([begun, value as Buffer]);
  }
  if (begun.subarray(0, start.length).equals(start)) return valueOf(begun.subarray(start.length), pieces);
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
