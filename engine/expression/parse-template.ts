// Splits expression text into plain text and the code between double braces.

interface TextChunk {
  readonly type: 'text';
  readonly text: string;
}

interface CodeChunk {
  readonly type: 'code';
  readonly text: string;
  /** False if the text ends before the braces are closed. */
  readonly hasClosingBrackets: boolean;
}

export type Chunk = TextChunk | CodeChunk;

/**
 * Splits expression text (without the leading `=`) into text and code alternately, starting with text. Braces after a backslash do not count:
 * `\{{` stays in the text unchanged, `\}}` in code becomes `}}`.
 */
export function splitExpression(source: string): Chunk[] {
  const chunks: Chunk[] = [];
  let position = 0;
  for (;;) {
    const open = findBrackets(source, '{{', position);
    chunks.push({ type: 'text', text: source.slice(position, open < 0 ? undefined : open) });
    if (open < 0) return chunks;
    const close = findBrackets(source, '}}', open + 2);
    chunks.push({ type: 'code', text: codeText(source.slice(open + 2, close < 0 ? undefined : close)), hasClosingBrackets: close >= 0 });
    if (close < 0) return chunks;
    position = close + 2;
    if (position === source.length) return chunks;
  }
}

/** Returns the position of the next double braces without a backslash before them; -1 if there are none. */
function findBrackets(source: string, brackets: '{{' | '}}', from: number): number {
  let index = source.indexOf(brackets, from);
  while (index > 0 && source[index - 1] === '\\') index = source.indexOf(brackets, index + 1);
  return index;
}

function codeText(text: string): string {
  return text.replaceAll('\\}}', '}}').replaceAll('\\{{', '{{');
}

/** Yields possible ends of the code that starts at `start`: each pair of closing braces, since object literals may contain some. */
export function* codeEnds(source: string, start: number): Generator<number> {
  for (let close = findBrackets(source, '}}', start); close >= 0; close = findBrackets(source, '}}', close + 1)) yield close;
}

/** Returns the offset after the next opening braces; -1 if there are none. */
export function codeStart(source: string, from: number): number {
  const open = findBrackets(source, '{{', from);
  return open < 0 ? -1 : open + 2;
}

export { codeText };

interface CodeSpan {
  readonly start: number;
  /** Offset of its closing braces; undefined if there are none. */
  readonly end: number | undefined;
}

/** Maximum number of closing braces that are examined as the end of one code. */
const MAX_ENDS = 20;

/** Yields where the code of a text is while it is edited: closing braces of its objects and texts do not end it. */
export function* codeSpans(source: string): Generator<CodeSpan> {
  for (let start = codeStart(source, 0); start >= 0;) {
    const end = spanEnd(source, start);
    yield { start, end };
    start = end === undefined ? -1 : codeStart(source, end + 2);
  }
}

/** Returns the code between the opening braces and the position; undefined if the position is in text. */
export function codeBefore(source: string, position: number): string | undefined {
  for (const { start, end = source.length } of codeSpans(source))
    if (position >= start && position <= end) return source.slice(start, position);
  return undefined;
}

/** Returns the first closing braces before which nothing is open, or else the first ones. */
function spanEnd(source: string, start: number): number | undefined {
  let first: number | undefined;
  let count = 0;
  for (const end of codeEnds(source, start)) {
    first ??= end;
    if (!hasOpenBrace(source.slice(start, end))) return end;
    if (++count === MAX_ENDS) break;
  }
  return first;
}

const quoted = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?/gsu;

/** Whether code has a brace that is open at its end, or ends within a text. */
export function hasOpenBrace(code: string): boolean {
  let open = 0;
  for (const sign of code.replaceAll(quoted, (text) => (text.length > 1 && text.endsWith(text[0] as string) ? '' : '{'))) {
    if (sign === '{') open += 1;
    else if (sign === '}') open -= 1;
  }
  return open > 0;
}
