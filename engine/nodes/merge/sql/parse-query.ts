// Parses statements: queries, and changes to in-memory tables. Everything else is rejected.
import { ExpressionParser } from './parse-expression.ts';
import type { CommonTable, Expression, FromEntry, JoinKind, OrderTerm, Query, Select, SelectItem, Statement } from './syntax.ts';
import { TokenReader } from './token-reader.ts';

/** Parses a query text. Throws QueryError for anything outside the supported language. */
export function parseQuery(text: string): readonly Statement[] {
  return new QueryParser(text).statements();
}

class QueryParser {
  readonly #reader: TokenReader;
  readonly #expressions: ExpressionParser;
  #unnamed = 0;

  constructor(text: string) {
    this.#reader = new TokenReader(text);
    this.#expressions = new ExpressionParser(this.#reader, this.#query);
  }

  statements(): readonly Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      while (this.#reader.symbol(';'));
      if (this.#reader.isAtEnd && statements.length > 0) return statements;
      statements.push(this.#statement());
      if (!this.#reader.isAtEnd) this.#reader.expectSymbol(';');
    }
  }

  #statement(): Statement {
    const reader = this.#reader;
    if (this.#expressions.isQuery() || reader.isSymbol('(')) return { kind: 'query', query: this.#query() };
    if (reader.keywords('INSERT', 'INTO')) return this.#insert();
    if (reader.keywords('UPDATE')) return this.#update();
    if (reader.keywords('DELETE', 'FROM')) return { kind: 'delete', table: reader.name('a table'), where: this.#where() };
    if (reader.keywords('CREATE', 'TABLE')) return this.#create();
    if (reader.keywords('DROP', 'TABLE')) {
      reader.keywords('IF', 'EXISTS');
      return { kind: 'drop', table: reader.name('a table') };
    }
    return reader.fail('a SELECT, INSERT, UPDATE, DELETE, CREATE TABLE or DROP TABLE statement');
  }

  #insert(): Statement {
    const reader = this.#reader;
    const table = reader.name('a table');
    const columns = reader.isSymbol('(') ? reader.parenthesized(() => reader.list(() => reader.name('a column'))) : undefined;
    if (this.#expressions.isQuery()) return { kind: 'insert', table, columns, rows: this.#query() };
    reader.expectKeyword('VALUES');
    const rows = reader.list(() => reader.parenthesized(() => reader.list(this.#expressions.expression)));
    return { kind: 'insert', table, columns, rows };
  }

  #update(): Statement {
    const reader = this.#reader;
    const table = reader.name('a table');
    reader.expectKeyword('SET');
    const set = reader.list((): readonly [string, Expression] => {
      const column = reader.name('a column');
      reader.expectSymbol('=');
      return [column, this.#expressions.expression()];
    });
    return { kind: 'update', table, set, where: this.#where() };
  }

  #create(): Statement {
    const reader = this.#reader;
    reader.keywords('IF', 'NOT', 'EXISTS');
    const table = reader.name('a table');
    const columns = reader.isSymbol('(') ? reader.parenthesized(() => reader.list(() => this.#columnDefinition())) : [];
    return { kind: 'create', table, columns };
  }

  #columnDefinition(): string {
    const name = this.#reader.name('a column');
    if (this.#reader.next.kind === 'word') this.#expressions.type();
    return name;
  }

  #query = (): Query =>
    this.#reader.nested(() => {
      const reader = this.#reader;
      const isWith = reader.keywords('WITH');
      const isRecursive = isWith && reader.keywords('RECURSIVE');
      const common = isWith ? reader.list(() => this.#commonTable()) : [];
      const first = this.#part();
      const parts: Query['compounds'][number][] = [];
      for (let operator = this.#setOperator(); operator !== undefined; operator = this.#setOperator()) {
        parts.push({ operator, select: this.#part() });
      }
      const orderBy = reader.keywords('ORDER', 'BY') ? reader.list(this.#expressions.orderTerm) : [];
      return { with: common, isRecursive, first, compounds: parts, orderBy, ...this.#limits() };
    });

  /** Parses a single SELECT of a compound. A query in parentheses becomes a SELECT from it. */
  #part(): Select {
    if (!this.#reader.isSymbol('(')) return this.#select();
    const source = this.#reader.parenthesized(this.#query);
    return selectFrom(source, this.#newAlias());
  }

  #limits(): Pick<Query, 'limit' | 'offset'> {
    const reader = this.#reader;
    let limit: Expression | undefined;
    let offset: Expression | undefined;
    if (reader.keywords('LIMIT')) {
      limit = this.#expressions.expression();
      if (reader.symbol(',')) [offset, limit] = [limit, this.#expressions.expression()];
    }
    if (reader.keywords('OFFSET')) {
      offset = this.#expressions.expression();
      if (!reader.keywords('ROWS')) reader.keywords('ROW');
    }
    if (reader.keywords('FETCH')) {
      if (!reader.keywords('FIRST')) reader.expectKeyword('NEXT');
      limit = this.#expressions.expression();
      if (!reader.keywords('ROWS')) reader.expectKeyword('ROW');
      reader.expectKeyword('ONLY');
    }
    return { limit, offset };
  }

  #commonTable(): CommonTable {
    const reader = this.#reader;
    const name = reader.name('a table');
    const columns = reader.isSymbol('(') ? reader.parenthesized(() => reader.list(() => reader.name('a column'))) : undefined;
    reader.expectKeyword('AS');
    return { name, columns, query: reader.parenthesized(this.#query) };
  }

  #setOperator(): Query['compounds'][number]['operator'] | undefined {
    if (this.#reader.keywords('UNION')) return this.#reader.keywords('ALL') ? 'UNION ALL' : 'UNION';
    if (this.#reader.keywords('INTERSECT')) return 'INTERSECT';
    return this.#reader.keywords('EXCEPT') ? 'EXCEPT' : undefined;
  }

  #select(): Select {
    const reader = this.#reader;
    reader.expectKeyword('SELECT');
    const isDistinct = reader.keywords('DISTINCT') || (reader.keywords('ALL'), false);
    const top = reader.isKeyword('TOP') && reader.peek(1).kind === 'number' ? (reader.take(), Number(reader.take().value)) : undefined;
    const items = reader.list(() => this.#item());
    const from = reader.keywords('FROM') ? this.#from() : [];
    const where = this.#where();
    const groupBy = reader.keywords('GROUP', 'BY') ? reader.list(this.#expressions.expression) : [];
    const having = reader.keywords('HAVING') ? this.#expressions.expression() : undefined;
    const select = { isDistinct, items, from, where, groupBy, having };
    return top === undefined ? select : this.#topOf(select, top);
  }

  /** `SELECT TOP n … ORDER BY …` limits after sorting, so the order belongs to the inner query. */
  #topOf(select: Select, top: number): Select {
    const orderBy: OrderTerm[] = this.#reader.keywords('ORDER', 'BY') ? this.#reader.list(this.#expressions.orderTerm) : [];
    const limit: Expression = { kind: 'literal', value: top, text: String(top) };
    return selectFrom({ with: [], isRecursive: false, first: select, compounds: [], orderBy, limit, offset: undefined }, this.#newAlias());
  }

  #item(): SelectItem {
    const reader = this.#reader;
    if (reader.symbol('*')) return { kind: 'star', table: undefined };
    if (reader.isSymbol('.', 1) && reader.isSymbol('*', 2)) {
      const table = reader.name('a table');
      reader.take();
      reader.take();
      return { kind: 'star', table };
    }
    const value = this.#expressions.expression();
    return { kind: 'value', value, alias: reader.alias() };
  }

  #from(): readonly FromEntry[] {
    const entries = [this.#source('INNER')];
    for (;;) {
      if (this.#reader.symbol(',')) {
        entries.push(this.#source('CROSS'));
        continue;
      }
      const isNatural = this.#reader.keywords('NATURAL');
      const join = this.#join();
      if (join === undefined) return isNatural ? this.#reader.fail('JOIN') : entries;
      const entry = this.#source(join);
      entries.push(isNatural ? { ...entry, using: '*' } : this.#condition(entry));
    }
  }

  #join(): JoinKind | undefined {
    const { keyword } = this.#reader.next;
    if (keyword === 'JOIN') return (this.#reader.take(), 'INNER');
    if (keyword === 'OUTER') return (this.#reader.take(), this.#reader.expectKeyword('JOIN'), 'FULL');
    if (!['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'SEMI', 'ANTI'].includes(keyword)) return undefined;
    this.#reader.take();
    this.#reader.keywords('OUTER');
    this.#reader.expectKeyword('JOIN');
    return keyword as JoinKind;
  }

  #source(join: JoinKind): FromEntry {
    const reader = this.#reader;
    const none = { on: undefined, using: undefined };
    if (reader.isSymbol('(')) {
      const source = reader.parenthesized(this.#query);
      return { join, source, alias: reader.alias() ?? this.#newAlias(), ...none };
    }
    const source = reader.name('a table');
    if (reader.isSymbol('(') || reader.isSymbol('.')) reader.fail('a table');
    return { join, source, alias: reader.alias() ?? source, ...none };
  }

  #condition(entry: FromEntry): FromEntry {
    const reader = this.#reader;
    if (reader.keywords('ON')) return { ...entry, on: this.#expressions.expression() };
    if (!reader.keywords('USING')) return entry;
    const name = (): string => reader.name('a column');
    return { ...entry, using: reader.isSymbol('(') ? reader.parenthesized(() => reader.list(name)) : [name()] };
  }

  #where = (): Expression | undefined => (this.#reader.keywords('WHERE') ? this.#expressions.expression() : undefined);

  #newAlias(): string {
    return `query ${++this.#unnamed}`;
  }
}

const selectFrom = (source: Query, alias: string): Select => ({
  isDistinct: false,
  items: [{ kind: 'star', table: undefined }],
  from: [{ join: 'INNER', source, alias, on: undefined, using: undefined }],
  where: undefined,
  groupBy: [],
  having: undefined,
});
