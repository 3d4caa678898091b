// Parses JSON from outside within limits: deep nesting overflows the stack of code that walks it, and very many names of fields hold up the process.
import { AppError } from '../contract/errors.ts';

const MAX_DEPTH = 1000;
/** Names of fields that differ. Objects in which every name is new cost far more than lists of objects that are alike. */
const MAX_NAMES = 50_000;

/** The value of a JSON text. Throws SyntaxError, and AppError BAD_REQUEST beyond the limits; `what` begins its message. */
export function parseJson(text: string, what = 'The JSON'): unknown {
  assertBoundedJson(text, what);
  return JSON.parse(text) as unknown;
}

/** Why a text is not JSON, without quoting it: it may be a file that nobody meant to show. */
export function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/end of JSON|Unterminated/.test(message)) return 'it ends too early';
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return line === undefined
    ? 'it has a character that JSON does not allow there'
    : `line ${line}, column ${column} is not what JSON allows there`;
}

/** Throws BAD_REQUEST for a JSON text beyond the limits. A text that is not JSON passes, since parsing it fails. */
export function assertBoundedJson(text: string, what: string): void {
  // No shorter text can exceed a limit.
  if (text.length <= MAX_DEPTH) return;
  const { length } = text;
  let depth = 0;
  let fields = 0;
  let names: Set<string> | undefined;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) throw new AppError('BAD_REQUEST', `${what} is nested more than ${MAX_DEPTH} levels deep.`);
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
    } else if (code === QUOTE) {
      const end = endOfString(text, at);
      if (end < 0) return;
      // The first names are not looked at: only very many can differ too much.
      if (isName(text, end) && ++fields > MAX_NAMES && (names ??= new Set()).add(text.slice(at, end)).size > MAX_NAMES) {
        throw new AppError('BAD_REQUEST', `${what} has more than ${MAX_NAMES} fields with different names.`, {
          hint: 'Send it in smaller parts, or as a file.',
        });
      }
      at = end;
    }
  }
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Where the string that begins at `start` ends; -1 if it does not. */
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
