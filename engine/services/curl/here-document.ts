// Here-documents: `<<EOF` up to a line `EOF`.
import { unfinished } from './shell-command.ts';

export interface HereDocument {
  readonly delimiter: string;
  /** If the delimiter is quoted, the text is literal. */
  readonly isQuoted: boolean;
  /** `<<-`: leading tabs are removed. */
  readonly stripsTabs: boolean;
}

/** Reads lines from `start` up to the delimiter; returns the text and the index after it. Throws BAD_REQUEST if the delimiter is missing. */
export function readHereDocument(
  source: string,
  start: number,
  { delimiter, isQuoted, stripsTabs }: HereDocument,
): { text: string; end: number } {
  const lines: string[] = [];
  let at = start;
  while (at < source.length) {
    const newline = source.indexOf('\n', at);
    const end = newline < 0 ? source.length : newline;
    const body = source.slice(at, end);
    const line = stripsTabs ? body.replace(/^\t+/, '') : body;
    at = newline < 0 ? end : end + 1;
    if (line === delimiter) return { text: bodyOfLines(lines, isQuoted), end: at };
    lines.push(line);
  }
  throw unfinished(`text (<<${delimiter})`);
}

function bodyOfLines(lines: readonly string[], isQuoted: boolean): string {
  const body = lines.map((line) => `${line}\n`).join('');
  return isQuoted ? body : body.replaceAll(/\\(?:\n|([\\$`]))/g, '$1');
}

/** Returns the text of `$(cat <<EOF … EOF)` at `start` without trailing newlines, as the shell does; undefined for anything else. */
export function readQuotedCat(source: string, start: number): { text: string; end: number } | undefined {
  const opening = /\$\([ \t\n]*cat[ \t]+<<(-?)[ \t]*(["']?)([A-Za-z_]\w*)\2[ \t]*\n/y;
  opening.lastIndex = start;
  const match = opening.exec(source);
  if (match === null) return undefined;
  const [, dash, quote, delimiter = ''] = match;
  const document = readHereDocument(source, opening.lastIndex, { delimiter, isQuoted: quote !== '', stripsTabs: dash === '-' });
  const closing = /\s*\)/y;
  closing.lastIndex = document.end;
  if (!closing.test(source)) throw unfinished('command ($()');
  return { text: withoutLastNewlines(document.text), end: closing.lastIndex };
}

function withoutLastNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}
