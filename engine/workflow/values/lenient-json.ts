// Parses JSON as people type it, with unquoted keys, single quotes and trailing commas. Nothing is evaluated.

import { noteOwnText, parseExactly } from '../../contract/exact-numbers.ts';

const maxDepth = 500;

/** Parses JSON text; if it is not strict JSON, it is read as an object or array literal. Throws SyntaxError. */
export function parseLenientJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return new LiteralReader(text).read();
  }
}

/**
 * Like `parseLenientJson`, but repairs incomplete text: open quotes and brackets are closed at the end, a key without a value is null, words
 * without quotes are texts, and commas between entries may be missing. Throws SyntaxError if that is not possible.
 */
export function parseRepairedJson(text: string): unknown {
  try {
    return parseLenientJson(text);
  } catch {
    return new LiteralReader(text, true).read();
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' };
const words = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** Literals of other languages that a repair accepts. */
const foreignWords = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null],
]);

class LiteralReader {
  readonly #text: string;
  readonly #repairs: boolean;
  #at = 0;
  #depth = 0;
  /** The last word that was read as a value. */
  #word = '';

  constructor(text: string, repairs = false) {
    this.#text = text;
    this.#repairs = repairs;
  }

  read(): unknown {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(): unknown {
    this.#space();
    const char = this.#text[this.#at];
    if (char === '{' || char === '[') {
      const lost = this.#lostObject();
      if (lost !== undefined) throw lost;
      if (++this.#depth > maxDepth) throw new SyntaxError('The text is nested too deeply.');
      const value = char === '{' ? this.#object() : this.#array();
      this.#depth--;
      return value;
    }
    if (char === '"' || char === "'") return this.#quoted(char);
    const word = (this.#word = this.#match(/-?[\w.+-]+/y));
    if (words.has(word)) return words.get(word);
    const number = Number(word);
    if (word !== '' && !Number.isNaN(number)) return number;
    if (!this.#repairs || word === '') throw this.#unexpected(this.#at - word.length);
    return foreignWords.has(word) ? foreignWords.get(word) : word + this.#match(/[^,[\]{}:"'\r\n]+/y).trimEnd();
  }

  /** Returns the error for an object that was written as a text, without its data: `[object Object]`. */
  #lostObject(): SyntaxError | undefined {
    const written = /^\[object \w+\]/.exec(this.#text.slice(this.#at, this.#at + 40))?.[0];
    if (written === undefined) return undefined;
    return new SyntaxError(
      `"${written}" at position ${this.#at} is an object whose data was lost when it became text. Write it with JSON.stringify().`,
    );
  }

  /** Whether an object's key has no value, which a repair accepts. */
  #isValueMissing(): boolean {
    this.#space();
    return this.#repairs && /^[,}]?$/.test(this.#text[this.#at] ?? '');
  }

  /** Whether another entry follows: after a comma or, in a repair, unless the list or the text has ended. */
  #goesOn(end: string): boolean {
    if (this.#take(',')) return true;
    if (this.#take(end)) return false;
    if (this.#repairs) return this.#at < this.#text.length;
    throw this.#unexpected();
  }

  #isCutOff(): boolean {
    return this.#repairs && this.#at >= this.#text.length;
  }

  #object(): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    this.#at++;
    while (!this.#take('}') && !this.#isCutOff()) {
      const key = this.#key();
      if (!this.#take(':') && !this.#isValueMissing()) throw this.#unexpected();
      const value = this.#isValueMissing() ? null : this.#value();
      Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
      if (typeof value === 'number') noteOwnText(result, key, this.#word);
      if (!this.#goesOn('}')) break;
    }
    return result;
  }

  #array(): unknown[] {
    const result: unknown[] = [];
    this.#at++;
    while (!this.#take(']') && !this.#isCutOff()) {
      const value = this.#value();
      if (typeof value === 'number') noteOwnText(result, String(result.length), this.#word);
      result.push(value);
      if (!this.#goesOn(']')) break;
    }
    return result;
  }

  #key(): string {
    this.#space();
    const char = this.#text[this.#at];
    if (char === '"' || char === "'") return this.#quoted(char);
    const name = this.#match(/[\p{L}\p{N}_$]+/uy);
    if (name === '') throw this.#unexpected();
    return name;
  }

  #quoted(quote: string): string {
    let result = '';
    this.#at++;
    for (;;) {
      const char = this.#text[this.#at++];
      if (char === undefined && this.#repairs) return result;
      if (char === undefined) throw new SyntaxError(`The text ends within a quoted part: a closing ${quote} is missing.`);
      if (char === quote) return result;
      result += char === '\\' ? this.#escape() : char;
    }
  }

  #escape(): string {
    const char = this.#text[this.#at++] ?? '';
    if (char === 'u') {
      const code = this.#match(/[0-9a-fA-F]{4}/y);
      if (code === '') throw this.#unexpected();
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    return escapes[char] ?? char;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += token.length;
    return token;
  }

  #space(): void {
    this.#match(/\s+/y);
  }

  #take(char: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #unexpected(at = this.#at): SyntaxError {
    const char = this.#text[at];
    return new SyntaxError(char === undefined ? 'The text ends too early.' : `Unexpected "${char}" at position ${at}.`);
  }
}
