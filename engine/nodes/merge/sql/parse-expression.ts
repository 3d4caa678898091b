// Parses expressions by precedence: OR, AND, NOT, comparisons, sums, products, signs, fields.
import type { Expression, FunctionCall, OrderTerm, Query, Window } from './syntax.ts';
import type { TokenReader } from './token-reader.ts';

export type ReadQuery = () => Query;

const comparisons = new Set(['=', '==', '===', '<>', '!=', '!==', '<', '<=', '>', '>=', '<=>']);
const patternWords = new Map([
  ['LIKE', 'LIKE'],
  ['ILIKE', 'LIKE'],
  ['GLOB', 'GLOB'],
  ['REGEXP', 'REGEXP'],
  ['RLIKE', 'REGEXP'],
]);
const constants = new Map<string, boolean | null>([
  ['TRUE', true],
  ['FALSE', false],
  ['NULL', null],
  ['UNDEFINED', null],
]);
const bareFunctions = new Set(['CURRENT_TIMESTAMP', 'CURRENT_DATE', 'CURRENT_TIME']);

export class ExpressionParser {
  readonly #reader: TokenReader;
  readonly #readQuery: ReadQuery;
  #parameters = 0;

  /** `readQuery` parses a query in parentheses. */
  constructor(reader: TokenReader, readQuery: ReadQuery) {
    this.#reader = reader;
    this.#readQuery = readQuery;
  }

  expression = (): Expression => this.#reader.nested(() => this.#or());

  orderTerm = (): OrderTerm => {
    const value = this.expression();
    const isDescending = this.#reader.keywords('DESC') || (this.#reader.keywords('ASC'), false);
    const nulls = this.#reader.keywords('NULLS', 'FIRST') ? 'FIRST' : this.#reader.keywords('NULLS', 'LAST') ? 'LAST' : undefined;
    return { value, isDescending, nulls };
  };

  /** Whether a query starts at the current token. */
  isQuery(ahead = 0): boolean {
    return ['SELECT', 'WITH'].includes(this.#reader.peek(ahead).keyword);
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#reader.keywords('OR')) left = { kind: 'binary', operator: 'OR', left, right: this.#and() };
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#reader.keywords('AND')) left = { kind: 'binary', operator: 'AND', left, right: this.#not() };
    return left;
  }

  #not(): Expression {
    const isNot = this.#reader.keywords('NOT') || this.#reader.symbol('!');
    return isNot ? { kind: 'unary', operator: 'NOT', operand: this.#reader.nested(() => this.#not()) } : this.#comparison();
  }

  #comparison(): Expression {
    let left = this.#sum();
    for (;;) {
      const { kind, value } = this.#reader.next;
      if (kind === 'symbol' && comparisons.has(value)) {
        this.#reader.take();
        left = { kind: 'binary', operator: value, left, right: this.#sum() };
        continue;
      }
      const test = this.#test(left);
      if (test === undefined) return left;
      left = test;
    }
  }

  /** IS, IN, BETWEEN and patterns, with or without NOT. */
  #test(value: Expression): Expression | undefined {
    const reader = this.#reader;
    if (reader.keywords('IS')) {
      const not = reader.keywords('NOT');
      if (reader.keywords('NULL') || reader.keywords('UNDEFINED')) return { kind: 'isNull', not, value };
      return { kind: 'binary', operator: not ? '<>' : '=', left: value, right: this.#sum() };
    }
    if (reader.keywords('ISNULL')) return { kind: 'isNull', not: false, value };
    if (reader.keywords('NOTNULL')) return { kind: 'isNull', not: true, value };
    const not = reader.isKeyword('NOT') && this.#canNegate(reader.peek(1).keyword) && reader.keywords('NOT');
    if (reader.keywords('IN')) return { kind: 'in', not, value, list: reader.parenthesized(() => this.#inList()) };
    if (reader.keywords('BETWEEN')) {
      const from = this.#sum();
      reader.expectKeyword('AND');
      return { kind: 'between', not, value, from, to: this.#sum() };
    }
    const operator = patternWords.get(reader.next.keyword);
    if (operator === undefined) return undefined;
    reader.take();
    const right = this.#sum();
    const escape = reader.keywords('ESCAPE') ? this.#sum() : undefined;
    const match: Expression = { kind: 'binary', operator, left: value, right, ...(escape === undefined ? {} : { escape }) };
    return not ? { kind: 'unary', operator: 'NOT', operand: match } : match;
  }

  #canNegate = (keyword: string): boolean => keyword === 'IN' || keyword === 'BETWEEN' || patternWords.has(keyword);

  #inList(): readonly Expression[] | Query {
    if (this.isQuery()) return this.#readQuery();
    return this.#reader.isSymbol(')') ? [] : this.#reader.list(this.expression);
  }

  #sum(): Expression {
    let left = this.#product();
    for (;;) {
      const { kind, value: operator } = this.#reader.next;
      if (kind !== 'symbol' || !['+', '-', '||', '&', '|'].includes(operator)) return left;
      this.#reader.take();
      left = { kind: 'binary', operator, left, right: this.#product() };
    }
  }

  #product(): Expression {
    let left = this.#sign();
    for (;;) {
      const { kind, value: operator } = this.#reader.next;
      if (kind !== 'symbol' || !['*', '/', '%'].includes(operator)) return left;
      this.#reader.take();
      left = { kind: 'binary', operator, left, right: this.#sign() };
    }
  }

  #sign(): Expression {
    if (this.#reader.symbol('-')) return { kind: 'unary', operator: '-', operand: this.#reader.nested(() => this.#sign()) };
    if (this.#reader.symbol('+')) return this.#reader.nested(() => this.#sign());
    return this.#fields();
  }

  #fields(): Expression {
    let value = this.#primary();
    while (this.#reader.symbol('->')) {
      const key = this.#reader.isSymbol('(') ? this.#reader.parenthesized(this.expression) : this.#fieldKey();
      value = { kind: 'field', of: value, key };
    }
    return value;
  }

  #fieldKey(): Expression {
    const { kind, value } = this.#reader.next;
    if (kind === 'symbol' || kind === 'end') this.#reader.fail('the name of a field');
    this.#reader.take();
    return { kind: 'literal', value: kind === 'number' ? Number(value) : value, text: value };
  }

  #primary(): Expression {
    const reader = this.#reader;
    const { kind, value, keyword } = reader.next;
    if (kind === 'number') {
      reader.take();
      return { kind: 'literal', value: Number(value), text: value };
    }
    if (kind === 'text' && !reader.isSymbol('.', 1)) {
      reader.take();
      return { kind: 'literal', value, text: `'${value}'` };
    }
    if (reader.symbol('?')) return { kind: 'parameter', index: this.#parameters++ };
    if (reader.isSymbol('('))
      return reader.parenthesized(() => (this.isQuery() ? { kind: 'scalar', query: this.#readQuery() } : this.expression()));
    if (reader.isSymbol('(', 1)) {
      if (keyword === 'EXISTS') return this.#exists();
      if (keyword === 'CAST' || keyword === 'TRY_CAST') return this.#cast();
      if (keyword === 'CONVERT') return this.#convert();
      if (kind === 'word' && (keyword === 'LEFT' || keyword === 'RIGHT' || !reader.isClauseWord())) return this.#call();
    }
    if (keyword === 'CASE') return this.#case();
    if (!reader.isSymbol('.', 1)) {
      const constant = constants.get(keyword);
      if (constant !== undefined) {
        reader.take();
        return { kind: 'literal', value: constant, text: keyword };
      }
      if (bareFunctions.has(keyword)) {
        reader.take();
        return { kind: 'call', name: keyword, isDistinct: false, args: [], over: undefined };
      }
    }
    if (kind === 'symbol' || kind === 'end' || reader.isClauseWord()) reader.fail('a value');
    return this.#column();
  }

  #column(): Expression {
    const parts = [this.#reader.take().value];
    while (this.#reader.isSymbol('.') && !this.#reader.isSymbol('*', 1)) {
      this.#reader.take();
      parts.push(this.#reader.name('a column'));
    }
    return { kind: 'column', parts };
  }

  #exists(): Expression {
    this.#reader.take();
    return { kind: 'exists', query: this.#reader.parenthesized(this.#readQuery) };
  }

  /** `CAST(value AS type)` */
  #cast(): Expression {
    this.#reader.take();
    return this.#reader.parenthesized(() => {
      const value = this.expression();
      this.#reader.expectKeyword('AS');
      return { kind: 'cast', value, type: this.type() };
    });
  }

  /** `CONVERT(type, value)` */
  #convert(): Expression {
    this.#reader.take();
    return this.#reader.parenthesized(() => {
      const type = this.type();
      this.#reader.expectSymbol(',');
      const value = this.expression();
      if (this.#reader.symbol(',')) this.expression();
      return { kind: 'cast', value, type };
    });
  }

  /** Returns the name of a type in upper case, without its length. */
  type(): string {
    const type = this.#reader.name('a type').toUpperCase();
    while (this.#reader.next.kind === 'word' && ['PRECISION', 'VARYING', 'UNSIGNED'].includes(this.#reader.next.keyword))
      this.#reader.take();
    if (this.#reader.isSymbol('(')) this.#reader.parenthesized(() => this.#reader.list(this.expression));
    return type;
  }

  #call(): FunctionCall {
    const reader = this.#reader;
    const name = reader.take().keyword;
    let isDistinct = false;
    const args = reader.parenthesized((): FunctionCall['args'] => {
      if (reader.isSymbol(')')) return [];
      if (reader.isSymbol('*') && reader.isSymbol(')', 1)) return (reader.take(), '*');
      isDistinct = reader.keywords('DISTINCT');
      return reader.list(this.expression);
    });
    return { kind: 'call', name, isDistinct, args, over: reader.keywords('OVER') ? reader.parenthesized(() => this.#window()) : undefined };
  }

  #window(): Window {
    const partition = this.#reader.keywords('PARTITION', 'BY') ? this.#reader.list(this.expression) : [];
    const order = this.#reader.keywords('ORDER', 'BY') ? this.#reader.list(this.orderTerm) : [];
    return { partition, order };
  }

  #case(): Expression {
    const reader = this.#reader;
    reader.take();
    const value = reader.isKeyword('WHEN') ? undefined : this.expression();
    const branches: [Expression, Expression][] = [];
    while (reader.keywords('WHEN')) {
      const when = this.expression();
      reader.expectKeyword('THEN');
      branches.push([when, this.expression()]);
    }
    if (branches.length === 0) reader.fail('WHEN');
    const otherwise = reader.keywords('ELSE') ? this.expression() : undefined;
    reader.expectKeyword('END');
    return { kind: 'case', value, branches, otherwise };
  }
}
