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
