// A position in the tokens of a query.
import { positionText, QueryError, tokenize, type Token } from './tokens.ts';

/** Maximum nesting of a query: parsing and translating are recursive. */
const deepest = 200;

/** Words that end an expression, a table or a select item, so that they are never an alias without AS. */
const clauseWords = new Set(
  (
    'SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION INTERSECT EXCEPT JOIN INNER LEFT RIGHT FULL OUTER CROSS NATURAL SEMI ANTI ON ' +
    'USING AS AND OR XOR NOT IN IS LIKE ILIKE GLOB REGEXP RLIKE BETWEEN EXISTS CASE WHEN THEN ELSE END ASC DESC SET VALUES INTO OVER ' +
    'PARTITION ESCAPE DISTINCT WITH BY COLLATE NULLS FETCH WINDOW QUALIFY FOR APPLY PIVOT UNPIVOT'
  ).split(' '),
);

export class TokenReader {
  readonly #query: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(query: string) {
    this.#query = query;
    this.#tokens = tokenize(query);
  }

  get next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  get isAtEnd(): boolean {
    return this.next.kind === 'end';
  }

  peek(ahead: number): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)] as Token;
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  /** Consumes these keywords if they follow in this order. */
  keywords(...keywords: readonly string[]): boolean {
    if (!keywords.every((keyword, ahead) => this.peek(ahead).keyword === keyword)) return false;
    this.#at += keywords.length;
    return true;
  }

  isKeyword(keyword: string): boolean {
    return this.next.keyword === keyword;
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.value === symbol;
  }

  symbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.#at++;
    return true;
  }

  expectKeyword(keyword: string): void {
    if (!this.keywords(keyword)) this.fail(keyword);
  }

  expectSymbol(symbol: string): void {
    if (!this.symbol(symbol)) this.fail(`"${symbol}"`);
  }

  /** Consumes a name in any notation. A quoted text is a name where only a name is possible. */
  name(what: string): string {
    if (this.next.kind !== 'word' && this.next.kind !== 'name' && this.next.kind !== 'text') this.fail(what);
    return this.take().value;
  }

  /** Consumes an alias, with or without AS, if one follows. */
  alias(): string | undefined {
    if (this.keywords('AS')) return this.name('a name after AS');
    const { kind, keyword } = this.next;
    return kind === 'name' || (kind === 'word' && !clauseWords.has(keyword)) ? this.take().value : undefined;
  }

  /** Whether the next word is a keyword and cannot be a column. */
  isClauseWord(): boolean {
    return clauseWords.has(this.next.keyword);
  }

  /** Reads each entry of a comma-separated list. */
  list<T>(read: () => T): T[] {
    const entries = [read()];
    while (this.symbol(',')) entries.push(read());
    return entries;
  }

  parenthesized<T>(read: () => T): T {
    this.expectSymbol('(');
    const value = this.nested(read);
    this.expectSymbol(')');
    return value;
  }

  nested<T>(read: () => T): T {
    if (++this.#depth > deepest) throw new QueryError(`The query is nested more than ${deepest} levels deep.`);
    const value = read();
    this.#depth--;
    return value;
  }

  fail(expected: string): never {
    const { kind, value, start } = this.next;
    const tokenText = kind === 'end' ? 'the end of the query' : JSON.stringify(value);
    throw new QueryError(`Expected ${expected} but found ${tokenText} ${positionText(this.#query, start)}.`);
  }
}
