// Text between $' and ' as bash reads it (ANSI-C quoting).
import { unfinished } from './shell-command.ts';

const simple: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['e', '\u001B'],
  ['E', '\u001B'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['?', '?'],
]);
const HIGHEST_CODE_POINT = 0x10ffff;

/** Parses the text after `$'`; returns it and the index after the closing quote. Throws BAD_REQUEST if the quote is not closed. */
export function readAnsiC(source: string, start: number): { text: string; end: number } {
  const parts: string[] = [];
  let bytes: number[] = [];
  const put = (text: string): void => {
    if (bytes.length > 0) parts.push(decodeBytes(bytes));
    bytes = [];
    parts.push(text);
  };
  const token = /'|\\(?:x([\dA-Fa-f]{1,2})|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|([0-7]{1,3})|c([^])|([^]))|[^'\\]+/y;
  token.lastIndex = start;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const [whole, hex, short, long, octal, control, letter] = match;
    if (whole === "'") {
      put('');
      return { text: parts.join(''), end: token.lastIndex };
    }
    const code = short ?? long;
    if (hex !== undefined || octal !== undefined)
      bytes.push((hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16)) & 0xff);
    else if (code !== undefined) put(codePoint(Number.parseInt(code, 16)));
    else if (control !== undefined) put(String.fromCodePoint((control.codePointAt(0) ?? 0) & 0x1f));
    else if (letter !== undefined) put(simple.get(letter) ?? `\\${letter}`);
    else put(whole);
  }
  throw unfinished("quote ($')");
}

/** Half of a surrogate pair is kept, since its other half follows. */
const codePoint = (code: number): string =>
  code > HIGHEST_CODE_POINT ? '\uFFFD' : code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);

/** Decodes byte escapes as UTF-8, as a shell does. If that fails, each byte is a character: browsers write characters below U+0100 that way. */
function decodeBytes(bytes: readonly number[]): string {
  const input = Uint8Array.from(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input);
  } catch {
    return Buffer.from(input).toString('latin1');
  }
}
