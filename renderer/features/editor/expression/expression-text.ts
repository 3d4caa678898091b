// The text of an expression field: tokens for highlighting, and auto-closing of `{{`.
import { splitExpression } from '../../../../engine/expression/index.ts';

type PieceKind = 'text' | 'bracket' | 'name' | 'member' | 'method' | 'string' | 'number' | 'sign';

interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

const token =
  /(?<string>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(?<number>\b\d[\w.]*)|(?<member>(?<=\.\s*)[\p{ID_Start}$_][\p{ID_Continue}$]*)|(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)|(?<sign>[^"'`\p{ID_Start}$_\d]+|[\s\S])/suy;

/** `text` without its leading `=`. */
export function pieces(text: string): readonly Piece[] {
  const parts: Piece[] = [];
  let at = 0;
  for (const chunk of splitExpression(text)) {
    if (chunk.type === 'text') {
      if (chunk.text !== '') parts.push({ kind: 'text', text: chunk.text });
      at += chunk.text.length;
      continue;
    }
    // The code as written, including escapes.
    const start = at + 2;
    const end = chunk.hasClosingBrackets ? closing(text, start) : text.length;
    parts.push({ kind: 'bracket', text: '{{' }, ...codePieces(text.slice(start, end)));
    if (chunk.hasClosingBrackets) parts.push({ kind: 'bracket', text: '}}' });
    at = chunk.hasClosingBrackets ? end + 2 : end;
  }
  return parts;
}

function closing(text: string, from: number): number {
  let at = text.indexOf('}}', from);
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf('}}', at + 1);
  return at;
}

function codePieces(code: string): readonly Piece[] {
  const parts: Piece[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(code); match !== null && match[0] !== ''; match = token.exec(code)) {
    const groups = match.groups ?? {};
    const kind = (['string', 'number', 'member', 'name', 'sign'] as const).find((name) => groups[name] !== undefined) ?? 'sign';
    const isCalled = kind === 'member' && /^\s*\(/.test(code.slice(token.lastIndex));
    parts.push({ kind: isCalled ? 'method' : kind, text: match[0] });
  }
  return parts;
}

interface Field {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

interface Insertion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly caretBack: number;
}

/** Returns the edit for a typed `{`; undefined if it is inserted unchanged. */
export function bracketsFor({ value, selectionStart, selectionEnd }: Field): Insertion | undefined {
  const isSecond = value[selectionStart - 1] === '{' && value[selectionStart - 2] !== '{' && value[selectionStart - 2] !== '\\';
  const before = value.slice(0, selectionStart - 1);
  const isInside = before.lastIndexOf('{{') > before.lastIndexOf('}}');
  if (!isSecond || isInside) return undefined;
  const closes = value.slice(selectionEnd).startsWith('}');
  return {
    from: selectionStart,
    to: closes ? selectionEnd + 1 : selectionEnd,
    text: `{ ${value.slice(selectionStart, selectionEnd)} }}`,
    caretBack: 3,
  };
}

/**
 * Returns the edit for a typed `}` at the end of code whose closing braces are there already, since they are inserted with the opening ones:
 * the next brace, and blanks before it, are typed over. Undefined if the brace is inserted, as the end of an object in the code.
 */
export function closingFor({ value, selectionStart, selectionEnd }: Field): Insertion | undefined {
  if (selectionStart !== selectionEnd) return undefined;
  // The second brace, after the first.
  const isSecond = value[selectionStart - 1] === '}' && value[selectionStart] === '}';
  if (isSecond && openChunk(value, selectionStart - 1) !== undefined && openChunk(value, selectionStart + 1) === undefined)
    return { from: selectionStart, to: selectionStart + 1, text: '}', caretBack: 0 };
  const code = openChunk(value, selectionStart);
  const rest = /^\s*\}\}/.exec(value.slice(selectionStart))?.[0];
  if (code === undefined || rest === undefined || hasOpenBrace(code)) return undefined;
  const blank = /\s$/.test(code) ? '' : rest.slice(0, -2);
  return { from: selectionStart, to: selectionStart + rest.length - 1, text: `${blank}}`, caretBack: 0 };
}

/** Returns the code between the opening braces and the position; undefined if the position is in text. */
function openChunk(value: string, position: number): string | undefined {
  const last = splitExpression(value.slice(0, position)).at(-1);
  return last?.type === 'code' && !last.hasClosingBrackets ? last.text : undefined;
}

const quoted = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?/gsu;

/** Whether the code has a brace that is open at its end, or is in a text. */
function hasOpenBrace(code: string): boolean {
  let open = 0;
  for (const sign of code.replaceAll(quoted, (text) => (text.length > 1 && text.endsWith(text[0] as string) ? '' : '{'))) {
    if (sign === '{') open += 1;
    else if (sign === '}') open -= 1;
  }
  return open > 0;
}

/** Whether a typed space duplicates the space that was inserted with the braces. */
export function isSecondBlank({ value, selectionStart, selectionEnd }: Field): boolean {
  return selectionStart === selectionEnd && value.slice(0, selectionStart).endsWith('{{ ') && value.slice(selectionStart).startsWith(' }}');
}
