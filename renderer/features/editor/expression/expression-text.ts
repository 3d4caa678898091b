// The text of an expression field: tokens for highlighting, and auto-closing of `{{`.
import { codeBefore, codeSpans, hasOpenBrace } from '../../../../engine/expression/index.ts';

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
  for (const { start, end } of codeSpans(text)) {
    if (start - 2 > at) parts.push({ kind: 'text', text: text.slice(at, start - 2) });
    parts.push({ kind: 'bracket', text: '{{' }, ...codePieces(text.slice(start, end)));
    if (end !== undefined) parts.push({ kind: 'bracket', text: '}}' });
    at = end === undefined ? text.length : end + 2;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
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
  // Without the first brace, which would be open in the code around it.
  const around = value.slice(0, selectionStart - 1) + value.slice(selectionEnd);
  if (!isSecond || codeBefore(around, selectionStart - 1) !== undefined) return undefined;
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
  if (isSecond && codeBefore(value, selectionStart - 1) !== undefined && codeBefore(value, selectionStart + 1) === undefined)
    return { from: selectionStart, to: selectionStart + 1, text: '}', caretBack: 0 };
  const code = codeBefore(value, selectionStart);
  const rest = /^\s*\}\}/.exec(value.slice(selectionStart))?.[0];
  if (code === undefined || rest === undefined || hasOpenBrace(code)) return undefined;
  const blank = /\s$/.test(code) ? '' : rest.slice(0, -2);
  return { from: selectionStart, to: selectionStart + rest.length - 1, text: `${blank}}`, caretBack: 0 };
}

/** Whether a typed space duplicates the space that was inserted with the braces. */
export function isSecondBlank({ value, selectionStart, selectionEnd }: Field): boolean {
  return selectionStart === selectionEnd && value.slice(0, selectionStart).endsWith('{{ ') && value.slice(selectionStart).startsWith(' }}');
}
