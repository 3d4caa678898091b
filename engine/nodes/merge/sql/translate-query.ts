// Translates queries to SQLite: the sources in FROM, the columns of a SELECT, and the paired items of its rows.
import { type CellType, unify } from './cells.ts';
import { nameOf } from './expression-name.ts';
import { type Bindings, columnOf, Scope, type Source, type Translated } from './scope.ts';
import type { Expression, FromEntry, OrderTerm, Query, Select, SelectItem } from './syntax.ts';
import type { Column, Table } from './tables.ts';
import { QueryError } from './tokens.ts';
import { ExpressionTranslator } from './translate-expression.ts';

/** How a column of the result is converted. */
export type ResultField =
  /** All fields of an input's item; the cell contains the row's number. */
  | { readonly kind: 'item'; readonly cell: number; readonly input: number }
  /** One field of an input's item. */
  | { readonly kind: 'field'; readonly cell: number; readonly input: number; readonly key: string; readonly name: string }
  | { readonly kind: 'value'; readonly cell: number; readonly name: string; readonly type: CellType; readonly hasNull: boolean };

/** Which items a result row was made from: a cell with a row number, or with a list of row numbers. */
export interface ResultLineage {
  readonly cell: number;
  readonly input: number;
}

export interface ResultPlan {
  readonly fields: readonly ResultField[];
  readonly lineage: readonly ResultLineage[];
}

interface NamedValue extends Translated {
  readonly name: string;
}

interface TranslatedQuery {
  readonly sql: string;
  readonly columns: readonly Column[];
}

const joinSql = { INNER: 'CROSS JOIN', CROSS: 'CROSS JOIN', LEFT: 'LEFT JOIN', RIGHT: 'RIGHT JOIN', FULL: 'FULL JOIN' } as const;

export class QueryTranslator {
  readonly expressions: ExpressionTranslator;
  readonly #tables: (name: string) => Table | undefined;
  #names = 0;

  constructor(tables: (name: string) => Table | undefined, bindings: Bindings, parameters: readonly unknown[]) {
    this.#tables = tables;
    this.expressions = new ExpressionTranslator(bindings, parameters, (query, scope) => this.query(query, scope));
  }

  /** Translates a query whose result the node returns. */
  result(query: Query): { readonly sql: string; readonly plan: ResultPlan } {
    if (query.compounds.length === 0 && query.with.length === 0 && !query.first.isDistinct) return this.#traced(query);
    const { sql, columns } = this.query(query);
    return { sql, plan: { fields: columns.map((column, cell) => valueField(column, cell)), lineage: [] } };
  }

  /** Translates a query within another statement: its columns are named `c0`, `c1` … */
  query(query: Query, around?: Scope): TranslatedQuery {
    const scope = new Scope(around);
    const common = this.#common(query, scope);
    const alone = query.compounds.length === 0;
    if (alone) {
      const inner = new Scope(scope);
      const from = this.#from(query.first.from, inner);
      const values = this.#values(query.first.items, inner);
      const columns = toColumns(values);
      const list = values.map(({ sql }, index) => `${sql} AS c${index}`).join(', ') || 'NULL';
      const body = this.#body(query, inner, values, from);
      return { sql: `${common}SELECT ${query.first.isDistinct ? 'DISTINCT ' : ''}${list}${body}`, columns };
    }
    const { sql, columns } = this.#compound(query, scope);
    const order = this.#outputOrder(query.orderBy, columns);
    return { sql: `${common}SELECT * FROM (${sql})${order}${this.#limits(query, scope)}`, columns };
  }

  /** Translates a SELECT without grouping: its rows contain the numbers of the items they were made from, whose fields are returned unchanged. */
  #traced(query: Query): { sql: string; plan: ResultPlan } {
    const scope = new Scope();
    const { first } = query;
    const from = this.#from(first.from, scope);
    const traced = scope.sources.filter(isInput);
    // Aggregates are found while the items are translated; stars are translated afterwards, because they may need no columns at all.
    const translated = first.items.map((item) => (item.kind === 'value' ? this.#itemValue(item, scope) : undefined));
    const isGrouped = first.groupBy.length > 0 || scope.hasAggregate;
    const hasPositions = [...first.groupBy, ...query.orderBy.map(({ value }) => value)].some(({ kind }) => kind === 'literal');
    const cells = traced.map(({ sql }) => (isGrouped ? `json_group_array(${sql}.rid)` : `${sql}.rid`));
    const lineage = traced.map(({ table }, cell): ResultLineage => ({ cell, input: table.input }));
    const pointer = (source: Source | undefined): ResultLineage | undefined =>
      isGrouped ? undefined : lineage[traced.findIndex((other) => other === source)];
    const values: NamedValue[] = [];
    const fields: ResultField[] = [];
    const add = (value: NamedValue): void => {
      values.push(value);
      const row = pointer(value.origin?.source);
      if (row === undefined) fields.push(valueField(value, cells.push(value.sql) - 1));
      else fields.push({ kind: 'field', ...row, key: value.origin?.name as string, name: value.name });
    };
    for (const [index, item] of first.items.entries()) {
      const value = translated[index];
      const rows = item.kind === 'star' ? this.#starSources(item, scope).map(pointer) : [];
      if (value !== undefined) add(value);
      else if (item.kind === 'star' && !rows.every((row) => row !== undefined)) this.#star(item, scope).forEach(add);
      else {
        fields.push(...rows.flatMap((row): ResultField[] => (row === undefined ? [] : [{ kind: 'item', ...row }])));
        if (item.kind === 'star' && hasPositions) values.push(...this.#star(item, scope));
      }
    }
    const body = this.#body(query, scope, values, from);
    return { sql: `SELECT ${cells.length === 0 ? 'NULL' : cells.join(', ')}${body}`, plan: { fields, lineage } };
  }

  /** Translates everything after the columns of a SELECT. */
  #body(query: Query, scope: Scope, values: readonly NamedValue[], from: { sql: string; conditions: readonly string[] }): string {
    const { where, groupBy, having } = query.first;
    const term = (expression: Expression): string => this.#term(expression, scope, values);
    const conditions = [...from.conditions, ...(where === undefined ? [] : [this.expressions.condition(where, scope)])];
    const filter = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
    const groups = groupBy.length === 0 ? '' : ` GROUP BY ${groupBy.map(term).join(', ')}`;
    const havingClause = having === undefined ? '' : ` HAVING ${this.expressions.condition(having, scope)}`;
    const order = query.orderBy.length > 0 ? ` ORDER BY ${this.expressions.order(query.orderBy, term)}` : this.#usualOrder(query, scope);
    return `${from.sql}${filter}${groups}${havingClause}${order}${this.#limits(query, scope)}`;
  }

  /** Order of a query without ORDER BY: that of the items, and groups by first occurrence. */
  #usualOrder({ first }: Query, scope: Scope): string {
    if (first.groupBy.length > 0) return firstSeen(scope);
    const isOrdered =
      !scope.hasLooseOrder || first.isDistinct || scope.hasAggregate || scope.sources.some(({ table }) => table === undefined);
    return isOrdered ? '' : ` ORDER BY ${scope.sources.map(({ sql }) => `${sql}.rid NULLS LAST`).join(', ')}`;
  }

  /** Translates a term of GROUP BY or ORDER BY: a position, an alias, or an expression. */
  #term(expression: Expression, scope: Scope, values: readonly NamedValue[]): string {
    if (expression.kind === 'literal' && typeof expression.value === 'number') {
      const value = values[expression.value - 1];
      if (value === undefined) throw new QueryError(`There is no column ${expression.value} to sort or group by.`);
      return value.sql;
    }
    if (expression.kind === 'column' && expression.parts.length === 1) {
      const alias = scope.aliases.get(expression.parts[0] as string);
      if (alias !== undefined) return alias.sql;
    }
    return this.expressions.translate(expression, scope).sql;
  }

  #values(items: readonly SelectItem[], scope: Scope): NamedValue[] {
    return items.flatMap((item) => (item.kind === 'star' ? this.#star(item, scope) : [this.#itemValue(item, scope)]));
  }

  #itemValue({ value, alias }: Extract<SelectItem, { kind: 'value' }>, scope: Scope): NamedValue {
    const translated = this.expressions.translate(value, scope);
    if (alias !== undefined) scope.aliases.set(alias, translated);
    return { ...translated, name: alias ?? nameOf(value) };
  }

  #starSources({ table }: Extract<SelectItem, { kind: 'star' }>, scope: Scope): readonly Source[] {
    if (table === undefined) return scope.sources;
    const source = scope.source(table);
    if (source === undefined) throw new QueryError(`There is no table "${table}" in this query.`);
    return [source];
  }

  /** Returns the columns of a star. Of columns with the same name, the last one that is not empty is used. */
  #star(item: Extract<SelectItem, { kind: 'star' }>, scope: Scope): NamedValue[] {
    const byName = new Map<string, NamedValue>();
    for (const source of this.#starSources(item, scope)) {
      for (const { name } of source.columns.values()) {
        const column = columnOf(source, name);
        const earlier = byName.get(name);
        const both =
          earlier === undefined ? undefined : { type: unify([earlier.type, column.type]), hasNull: earlier.hasNull || column.hasNull };
        byName.set(name, both === undefined ? { ...column, name } : { ...both, sql: `coalesce(${column.sql}, ${earlier?.sql})`, name });
      }
    }
    return [...byName.values()];
  }

  #from(entries: readonly FromEntry[], scope: Scope): { sql: string; conditions: readonly string[] } {
    const conditions: string[] = [];
    let sql = '';
    for (const entry of entries) {
      const source = this.#source(entry, scope);
      if (entry.join === 'SEMI' || entry.join === 'ANTI') {
        const inner = new Scope(scope);
        inner.sources.push(...scope.sources, source.source);
        const condition = this.#condition(entry, inner, source.source);
        conditions.push(
          `${entry.join === 'ANTI' ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${source.sql}${condition === '' ? '' : ` WHERE ${condition}`})`,
        );
        continue;
      }
      scope.sources.push(source.source);
      if (sql === '') {
        sql = ` FROM ${source.sql}`;
        continue;
      }
      const condition = this.#condition(entry, scope, source.source);
      sql += ` ${joinSql[entry.join]} ${source.sql} ON ${condition === '' ? 'TRUE' : condition}`;
    }
    return { sql, conditions };
  }

  #source({ source, alias }: FromEntry, scope: Scope): { source: Source; sql: string } {
    const name = `s${this.#names++}`;
    if (typeof source !== 'string') {
      const { sql, columns } = this.query(source, scope.parent);
      return { source: { alias, sql: name, columns: byName(columns), table: undefined }, sql: `(${sql}) AS ${name}` };
    }
    const common = scope.commonTable(source);
    if (common !== undefined)
      return { source: { alias, sql: name, columns: common.columns, table: undefined }, sql: `${common.sql} AS ${name}` };
    const table = this.#tables(source);
    if (table === undefined) throw new QueryError(`There is no table "${source}". The inputs are input1, input2 and so on.`);
    return { source: { alias, sql: name, columns: table.columns, table }, sql: `${table.sql} AS ${name}` };
  }

  #condition({ join, on, using }: FromEntry, scope: Scope, source: Source): string {
    const isOuter = join === 'RIGHT' || join === 'FULL';
    if (isOuter) scope.hasLooseOrder = true;
    if (on !== undefined) return isOuter ? this.expressions.indexedCondition(on, scope) : this.expressions.condition(on, scope);
    const earlier = scope.sources.filter((other) => other !== source);
    const shared = [...source.columns.keys()].filter((name) => earlier.some(({ columns }) => columns.has(name)));
    const names = using === '*' ? shared : (using ?? []);
    return names
      .map((name) => {
        const other = earlier.find(({ columns }) => columns.has(name)) ?? earlier[0];
        return other === undefined ? 'TRUE' : this.expressions.equal(columnOf(other, name), columnOf(source, name));
      })
      .join(' AND ');
  }

  #common({ with: tables, isRecursive }: Query, scope: Scope): string {
    if (tables.length === 0) return '';
    const parts = tables.map(({ name, columns: names, query }) => {
      const sql = `w${this.#names++}`;
      const namedColumns = (names ?? []).map((column, index): Column => ({
        name: column,
        sql: `c${index}`,
        type: 'unknown',
        hasNull: false,
      }));
      if (isRecursive && names !== undefined) scope.common.set(name, { sql, columns: byName(namedColumns) });
      const body = isRecursive && query.compounds.length > 0 ? this.#recursive(query, scope) : this.query(query, scope);
      const columns = body.columns.map((column, index) => ({ ...column, name: names?.[index] ?? column.name, sql: `c${index}` }));
      scope.common.set(name, { sql, columns: byName(columns) });
      return `${sql}(${columns.map((column) => column.sql).join(', ')}) AS (${body.sql})`;
    });
    return `WITH ${isRecursive ? 'RECURSIVE ' : ''}${parts.join(', ')} `;
  }

  /** SQLite requires the parts of a recursive query to be direct members of the compound. */
  #recursive({ first, compounds }: Query, scope: Scope): TranslatedQuery {
    const start = this.query(selectOnly(first), scope);
    const rest = compounds.map(({ operator, select }) => ` ${operator} ${this.query(selectOnly(select), scope).sql}`);
    return { sql: start.sql + rest.join(''), columns: start.columns };
  }

  /** Translates combined SELECTs. UNION keeps the order of the rows. */
  #compound({ first, compounds }: Query, scope: Scope): TranslatedQuery {
    const selects = [first, ...compounds.map(({ select }) => select)];
    const byStar = this.#alignedStars(selects, scope);
    let { sql, columns } = byStar?.[0] ?? this.query(selectOnly(first), scope);
    compounds.forEach(({ operator, select }, index) => {
      const next = byStar?.[index + 1] ?? this.query(selectOnly(select), scope);
      if (next.columns.length !== columns.length) {
        throw new QueryError(
          `Both sides of ${operator} need the same number of columns: there are ${columns.length} and ${next.columns.length}.`,
        );
      }
      const right = `SELECT * FROM (${next.sql})`;
      const leftSql = `SELECT * FROM (${sql})`;
      sql = operator === 'UNION' ? `SELECT DISTINCT * FROM (${leftSql} UNION ALL ${right})` : `${leftSql} ${operator} ${right}`;
      columns = columns.map((column, position) => {
        const other = next.columns[position] as Column;
        return { ...column, type: unify([column.type, other.type]), hasNull: column.hasNull || other.hasNull };
      });
    });
    return { sql, columns };
  }

  /** `SELECT * … UNION SELECT * …`: columns are matched by name, and each side may lack some. */
  #alignedStars(selects: readonly Select[], scope: Scope): readonly TranslatedQuery[] | undefined {
    const isStarOfTables = ({ items, from }: Select): boolean =>
      items.length === 1 && items[0]?.kind === 'star' && from.every(({ source }) => typeof source === 'string');
    if (!selects.every(isStarOfTables)) return undefined;
    const parts = selects.map((select) => this.query(selectOnly(select), scope));
    const names = [...new Set(parts.flatMap(({ columns }) => columns.map(({ name }) => name)))];
    return parts.map(({ sql, columns }) => {
      const own = byName(columns);
      const aligned = names.map((name, index): Column => ({ type: 'null', hasNull: false, ...own.get(name), name, sql: `c${index}` }));
      const list = names.map((name, index) => `${own.get(name)?.sql ?? 'NULL'} AS c${index}`);
      return { sql: `SELECT ${list.length === 0 ? 'NULL AS c0' : list.join(', ')} FROM (${sql})`, columns: aligned };
    });
  }

  #outputOrder(terms: readonly OrderTerm[], columns: readonly Column[]): string {
    if (terms.length === 0) return '';
    const byPosition = (expression: Expression): string => {
      const isPosition = expression.kind === 'literal' && typeof expression.value === 'number';
      const column = isPosition ? columns[Number(expression.value) - 1] : columns.find(({ name }) => name === nameOf(expression));
      if (column === undefined)
        throw new QueryError(`Combined selects can only be sorted by a column of the result, not by ${nameOf(expression)}.`);
      return column.sql;
    };
    return ` ORDER BY ${this.expressions.order(terms, byPosition)}`;
  }

  #limits({ limit, offset }: Query, scope: Scope): string {
    if (limit === undefined && offset === undefined) return '';
    const count = (expression: Expression | undefined, fallback: string): string =>
      expression === undefined ? fallback : `fn_cast_integer(${this.expressions.translate(expression, scope).sql})`;
    return ` LIMIT ${count(limit, '-1')} OFFSET ${count(offset, '0')}`;
  }
}

type InputSource = Source & { readonly table: Table & { readonly input: number } };

const isInput = (source: Source): source is InputSource => source.table?.input !== undefined && !source.table.isChanged;

const selectOnly = (first: Select): Query => ({
  with: [],
  isRecursive: false,
  first,
  compounds: [],
  orderBy: [],
  limit: undefined,
  offset: undefined,
});

const byName = (columns: readonly Column[]): ReadonlyMap<string, Column> => new Map(columns.map((column) => [column.name, column]));

const toColumns = (values: readonly NamedValue[]): Column[] =>
  values.map(({ name, type, hasNull }, index) => ({ name, sql: `c${index}`, type, hasNull }));

function valueField({ name, type, hasNull }: Pick<NamedValue, 'name' | 'type' | 'hasNull'>, cell: number): ResultField {
  return { kind: 'value', cell, name, type, hasNull };
}

/** Orders groups by first occurrence. */
function firstSeen(scope: Scope): string {
  const rows = scope.sources.filter(({ table }) => table !== undefined).map(({ sql }) => `min(${sql}.rid)`);
  return rows.length === 0 ? '' : ` ORDER BY ${rows.join(', ')}`;
}
