// Parses untrusted JSON within limits: deep nesting overflows the stack of recursive functions, and very many distinct field names block the
// process.
import { AppError } from '../../contract/errors.ts';
import { parseExactly } from '../../contract/exact-numbers.ts';

const MAX_DEPTH = 1000;
/** Maximum number of distinct field names. Objects with new names cost far more than lists of objects with the same fields. */
const MAX_NAMES = 50_000;

/** Parses JSON text; numbers that are not exact are remembered (`exact-numbers.ts`). Throws SyntaxError, or AppError BAD_REQUEST beyond the limits. `what`: subject of its message. */
export function parseJson(text: string, what = 'The JSON'): unknown {
  assertBoundedJson(text, what);
  return parseExactly(text);
}

/** Returns why a text is not JSON, without quoting the text, which may be confidential. */
export function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/end of JSON|Unterminated/.test(message)) return 'it ends too early';
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return line === undefined ? 'it contains an unexpected character' : `unexpected character at line ${line}, column ${column}`;
}

/** Checks JSON that is read in slices against the same limits, by throwing BAD_REQUEST. `what`: subject of its message. */
export class JsonBounds {
  readonly #what: string;
  readonly #names = new Set<string>();

  constructor(what: string) {
    this.#what = what;
  }

  depth(depth: number): void {
    if (depth > MAX_DEPTH) throw new AppError('BAD_REQUEST', `${this.#what} is nested more than ${MAX_DEPTH} levels deep.`);
  }

  name(written: string): void {
    if (this.#names.add(written).size <= MAX_NAMES) return;
    throw new AppError('BAD_REQUEST', `${this.#what} has more than ${MAX_NAMES} fields with different names.`, {
      hint: 'Send it in smaller parts, or as a file.',
    });
  }
}

/** Throws BAD_REQUEST for JSON text beyond the limits. Invalid JSON passes, since parsing it fails anyway. */
export function assertBoundedJson(text: string, what: string): void {
  // Shorter texts cannot exceed a limit.
  if (text.length <= MAX_DEPTH) return;
  const { length } = text;
  const bounds = new JsonBounds(what);
  let depth = 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) bounds.depth(depth);
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
    } else if (code === QUOTE) {
      const end = endOfString(text, at);
      if (end < 0) return;
      if (isName(text, end)) bounds.name(text.slice(at, end));
      at = end;
    }
  }
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Returns the index of the closing quote of the string that starts at `start`; -1 if it is not closed. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === COLON;
}
