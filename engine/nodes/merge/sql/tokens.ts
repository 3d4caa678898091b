// Splits a query into tokens. Single and double quotes enclose strings, as in AlaSQL; backticks and brackets enclose names.

export type TokenKind = 'word' | 'name' | 'text' | 'number' | 'symbol' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Words and symbols as written; names and strings without their quotes. */
  readonly value: string;
  /** The word in upper case, for comparison with keywords; empty unless it is an unquoted word. */
  readonly keyword: string;
  /** Position in the query. */
  readonly start: number;
}

/** A syntax error in a query, with a message for its author. */
export class QueryError extends Error {}

const space = /(?:\s+|--[^\n]*|\/\*[^]*?\*\/)+/y;
const word = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/uy;
const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const symbol = /->|\|\||<>|<=>|<=|>=|===|!==|==|!=|[-+*/%=<>(),.;?&|~^!]/y;
const singleQuoted = /'((?:[^'\\]|\\[^]|'')*)'/y;
const doubleQuoted = /"((?:[^"\\]|\\[^]|"")*)"/y;
const backticked = /`([^`]+)`/y;
const bracketed = /\[([^\]]+)\]/y;

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['word', word],
  ['number', number],
  ['text', singleQuoted],
  ['text', doubleQuoted],
  ['name', backticked],
  ['name', bracketed],
  ['symbol', symbol],
];

/** Returns the tokens of a query; the last one has the kind `end`. Throws QueryError for characters that start no token. */
export function tokenize(query: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += matchAt(space, query, at)?.[0].length ?? 0;
    if (at >= query.length) break;
    const token = tokenAt(query, at);
    tokens.push(token.token);
    at = token.end;
  }
  tokens.push({ kind: 'end', value: '', keyword: '', start: query.length });
  return tokens;
}

function tokenAt(query: string, at: number): { token: Token; end: number } {
  for (const [kind, pattern] of patterns) {
    const match = matchAt(pattern, query, at);
    if (match === null) continue;
    const inner = match[1];
    const value = inner === undefined ? match[0] : kind === 'text' ? unescaped(inner, match[0].charAt(0)) : inner;
    const keyword = kind === 'word' ? value.toUpperCase() : '';
    return { token: { kind, value, keyword, start: at }, end: at + match[0].length };
  }
  throw new QueryError(`Unexpected character ${JSON.stringify(query.charAt(at))} ${positionText(query, at)}.`);
}

function matchAt(pattern: RegExp, query: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(query);
}

/** Quotes are escaped by doubling or a backslash. Other backslashes are kept, because patterns need them. */
const unescaped = (text: string, quote: string): string =>
  text.replaceAll(/\\(['"\\])|''|""/g, (match, escaped: string | undefined) => escaped ?? (match === quote + quote ? quote : match));

/** Returns a position as text: "in line 2, column 7". */
export function positionText(query: string, at: number): string {
  const lines = query.slice(0, at).split('\n');
  return `in line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`;
}
