// Translates expressions to SQLite with AlaSQL's semantics: divisions have fractions, + joins texts, and numeric texts compare as numbers with
// numbers.
import { type CellType, toCell, typeOfValue, unify } from './cells.ts';
import { aggregates, aliases, type ResultType, scalars, windowFunctions } from './functions.ts';
import { type Bindings, columnOf, type Scope, type Translated } from './scope.ts';
import type { Expression, FunctionCall, OrderTerm, Query } from './syntax.ts';
import { TableColumn } from './tables.ts';
import { QueryError } from './tokens.ts';

/** Translates a nested query in the scope of the enclosing expression. */
export type TranslateQuery = (
  query: Query,
  scope: Scope,
) => { readonly sql: string; readonly columns: readonly { readonly type: CellType; readonly sql: string }[] };

type Comparison = Extract<Expression, { kind: 'binary' }>;

const comparisonSql = new Map([
  ['=', '='],
  ['==', '='],
  ['===', '='],
  ['<>', '<>'],
  ['!=', '<>'],
  ['!==', '<>'],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['<=>', 'IS'],
]);

const patternFunctions = new Map([
  ['LIKE', 'fn_like'],
  ['REGEXP', 'fn_regexp'],
  ['GLOB', 'glob'],
]);

const castFunctions: readonly (readonly [RegExp, string, CellType])[] = [
  [/^(?:TINY|SMALL|MEDIUM|BIG)?INT(?:EGER)?$|^SERIAL$/, 'fn_cast_integer', 'number'],
  [/^(?:DECIMAL|NUMERIC|NUMBER|FLOAT|REAL|DOUBLE|MONEY)/, 'fn_cast_number', 'number'],
  [/^BOOL/, 'fn_cast_boolean', 'boolean'],
  [/^DATE$/, 'fn_date', 'text'],
  [/^(?:DATETIME|TIMESTAMP)/, 'fn_cast_datetime', 'text'],
  [/^JSON|^OBJECT|^ARRAY/, 'fn_cast_json', 'json'],
  [/CHAR|TEXT|STRING|CLOB|^UUID/, 'fn_cast_text', 'text'],
];

export class ExpressionTranslator {
  readonly #bindings: Bindings;
  readonly #parameters: readonly unknown[];
  readonly #query: TranslateQuery;
  #usesIndexes = false;

  constructor(bindings: Bindings, parameters: readonly unknown[], query: TranslateQuery) {
    this.#bindings = bindings;
    this.#parameters = parameters;
    this.#query = query;
  }

  /** Translates the condition of a right or full join: equal fields are compared as texts, which have an index. */
  indexedCondition(expression: Expression, scope: Scope): string {
    this.#usesIndexes = true;
    const sql = this.condition(expression, scope);
    this.#usesIndexes = false;
    return sql;
  }

  translate(expression: Expression, scope: Scope): Translated {
    switch (expression.kind) {
      case 'literal':
        return this.#constant(expression.value);
      case 'parameter':
        return this.#constant(this.#parameters[expression.index] ?? null);
      case 'column':
        return this.#column(expression.parts, scope);
      case 'field':
        return value(`fn_field(${this.translate(expression.of, scope).sql}, ${this.translate(expression.key, scope).sql})`, 'unknown');
      case 'unary':
        if (expression.operator === 'NOT') return value(`(NOT ${this.condition(expression.operand, scope)})`, 'boolean');
        return value(`(-${this.translate(expression.operand, scope).sql})`, 'number');
      case 'binary':
        return this.#binary(expression, scope);
      case 'between': {
        const between: Expression = {
          kind: 'binary',
          operator: 'AND',
          left: { kind: 'binary', operator: '>=', left: expression.value, right: expression.from },
          right: { kind: 'binary', operator: '<=', left: expression.value, right: expression.to },
        };
        return this.translate(expression.not ? { kind: 'unary', operator: 'NOT', operand: between } : between, scope);
      }
      case 'in':
        return this.#in(expression, scope);
      case 'isNull':
        return value(`(${this.translate(expression.value, scope).sql} IS ${expression.not ? 'NOT ' : ''}NULL)`, 'boolean');
      case 'exists':
        return value(`EXISTS (${this.#query(expression.query, scope).sql})`, 'boolean');
      case 'scalar': {
        const { sql, columns } = this.#oneColumn(expression.query, scope);
        return value(`(SELECT ${columns.sql} FROM (${sql}))`, columns.type);
      }
      case 'case':
        return this.#case(expression, scope);
      case 'cast':
        return this.#cast(this.translate(expression.value, scope), expression.type);
      case 'call':
        return this.#call(expression, scope);
    }
  }

  /** Translates an expression used as a condition. Texts, objects and lists are true unless empty. */
  condition(expression: Expression, scope: Scope): string {
    const { sql, type } = this.translate(expression, scope);
    return type === 'boolean' || type === 'number' ? sql : `fn_truth(${sql})`;
  }

  order(terms: readonly OrderTerm[], sqlOf: (term: Expression) => string): string {
    return terms
      .map(
        ({ value: term, isDescending, nulls }) =>
          `${sqlOf(term)}${isDescending ? ' DESC' : ''}${nulls === undefined ? '' : ` NULLS ${nulls}`}`,
      )
      .join(', ');
  }

  /** Compares two translated values as a join does. */
  equal(left: Translated, right: Translated): string {
    const keys = [left, right].map(({ type, origin }) => ({ type, origin }));
    const isMixed = left.type !== right.type || left.type === 'unknown' || this.#usesIndexes;
    if (!isMixed || keys.some(({ origin }) => origin === undefined)) return this.#compared(left, right, '=');
    return `(${keyOf(left, this.#usesIndexes)} = ${keyOf(right, this.#usesIndexes)})`;
  }

  #constant(constant: unknown): Translated {
    const type = typeOfValue(constant);
    if (type === 'null') return { ...value('NULL', 'null'), hasNull: constant === null };
    const isPlainNumber = typeof constant === 'number' && Number.isFinite(constant);
    const sql =
      type === 'boolean' ? (constant === true ? 'TRUE' : 'FALSE') : isPlainNumber ? String(constant) : this.#bindings.add(toCell(constant));
    return { ...value(sql, type), constant: { value: constant } };
  }

  /** Resolves `column`, `table.column`, or a nested field after either. */
  #column(parts: readonly string[], scope: Scope): Translated {
    const [first, ...rest] = parts as [string, ...string[]];
    const source = rest.length > 0 ? scope.source(first) : undefined;
    if (rest.length > 0 && source === undefined && scope.column(first) === undefined)
      throw new QueryError(`There is no table "${first}" in this query.`);
    if (source !== undefined) return this.#path(columnOf(source, rest[0] as string), rest.slice(1));
    return this.#path(scope.column(first) ?? scope.aliases.get(first) ?? value('NULL', 'null'), rest);
  }

  #path(column: Translated, path: readonly string[]): Translated {
    if (path.length === 0) return column;
    return value(
      path.reduce((sql, key) => `fn_field(${sql}, ${this.#bindings.add(toCell(key))})`, column.sql),
      'unknown',
    );
  }

  #binary(expression: Comparison, scope: Scope): Translated {
    const { operator } = expression;
    if (operator === 'AND' || operator === 'OR') {
      return value(`(${this.condition(expression.left, scope)} ${operator} ${this.condition(expression.right, scope)})`, 'boolean');
    }
    const left = this.translate(expression.left, scope);
    const right = this.translate(expression.right, scope);
    const pattern = patternFunctions.get(operator);
    if (pattern !== undefined) {
      const escape = expression.escape === undefined ? '' : `, ${this.translate(expression.escape, scope).sql}`;
      return value(`${pattern}(${right.sql}, ${left.sql}${escape})`, 'boolean');
    }
    const comparison = comparisonSql.get(operator);
    if (comparison !== undefined) {
      const isJoinKey = comparison === '=' && left.origin !== undefined && right.origin !== undefined;
      return value(isJoinKey ? this.equal(left, right) : this.#compared(left, right, comparison), 'boolean');
    }
    switch (operator) {
      case '/':
        return value(`(${left.sql} * 1.0 / ${right.sql})`, 'number');
      case '%':
        return value(`fn_mod(${left.sql}, ${right.sql})`, 'number');
      case '||':
        return value(`fn_join(${textSql(left)}, ${textSql(right)})`, 'text');
      case '+':
        if (left.type === 'number' && right.type === 'number') return value(`(${left.sql} + ${right.sql})`, 'number');
        return value(`fn_plus(${left.sql}, ${right.sql})`, left.type === 'text' || right.type === 'text' ? 'text' : 'unknown');
      default:
        return value(`(${left.sql} ${operator} ${right.sql})`, 'number');
    }
  }

  #compared(left: Translated, right: Translated, operator: string): string {
    const sqlOf = (side: Translated, other: Translated): string =>
      other.type === 'number' && (side.type === 'text' || side.type === 'unknown') ? `fn_number(${side.sql})` : side.sql;
    return `(${sqlOf(left, right)} ${operator} ${sqlOf(right, left)})`;
  }

  #in({ value: operand, list, not }: Extract<Expression, { kind: 'in' }>, scope: Scope): Translated {
    const left = this.translate(operand, scope);
    const negation = not ? 'NOT ' : '';
    if (!Array.isArray(list)) {
      const { sql, columns } = this.#oneColumn(list as Query, scope);
      const isMixed = left.type !== columns.type || left.type === 'unknown';
      const wrapped = (inner: string): string => (isMixed ? `fn_cast_text(${inner})` : inner);
      return value(`(${wrapped(left.sql)} ${negation}IN (SELECT ${wrapped(columns.sql)} FROM (${sql})))`, 'boolean');
    }
    // A single parameter may contain the whole list.
    const entries = list.flatMap((entry: Expression): Translated[] => {
      const translated = this.translate(entry, scope);
      const parameter: unknown = entry.kind === 'parameter' ? this.#parameters[entry.index] : undefined;
      return Array.isArray(parameter) ? parameter.map((element) => this.#constant(element)) : [translated];
    });
    if (entries.length === 0) return value(not ? 'TRUE' : 'FALSE', 'boolean');
    if (entries.every(({ type }) => type === left.type)) {
      return value(`(${left.sql} ${negation}IN (${entries.map(({ sql }) => sql).join(', ')}))`, 'boolean');
    }
    return value(`(${not ? 'NOT ' : ''}(${entries.map((entry) => this.#compared(left, entry, '=')).join(' OR ')}))`, 'boolean');
  }

  #oneColumn(query: Query, scope: Scope): { sql: string; columns: { type: CellType; sql: string } } {
    const { sql, columns } = this.#query(query, scope);
    const [column, ...otherColumns] = columns;
    if (column === undefined || otherColumns.length > 0)
      throw new QueryError(`A query within an expression must return one column, not ${columns.length}.`);
    return { sql, columns: column };
  }

  #case({ value: compared, branches, otherwise }: Extract<Expression, { kind: 'case' }>, scope: Scope): Translated {
    const operand = compared === undefined ? undefined : this.translate(compared, scope);
    const results = branches.map(([, then]) => this.translate(then, scope));
    const last = otherwise === undefined ? undefined : this.translate(otherwise, scope);
    const parts = branches.map(([when], index) => {
      const condition = operand === undefined ? this.condition(when, scope) : this.#compared(operand, this.translate(when, scope), '=');
      return `WHEN ${condition} THEN ${(results[index] as Translated).sql}`;
    });
    const all = last === undefined ? results : [...results, last];
    return oneOf(`(CASE ${parts.join(' ')}${last === undefined ? '' : ` ELSE ${last.sql}`} END)`, all);
  }

  #cast(operand: Translated, type: string): Translated {
    const cast = castFunctions.find(([pattern]) => pattern.test(type));
    if (cast === undefined) throw new QueryError(`The type ${type} is unknown. Use INT, FLOAT, TEXT, BOOLEAN, DATE or JSON.`);
    return value(`${cast[1]}(${cast[2] === 'text' ? textSql(operand) : operand.sql})`, cast[2]);
  }

  #call({ name: written, args, isDistinct, over }: FunctionCall, scope: Scope): Translated {
    const name = aliases.get(written) ?? written;
    const translated = args === '*' ? [] : args.map((arg) => this.translate(arg, scope));
    const list = translated.map(({ sql }) => sql);
    const window = over === undefined ? '' : this.#over(over, scope);
    const typeOf = (type: ResultType): CellType => (type === 'args' ? unify(translated.map((arg) => arg.type)) : type);
    const aggregate = aggregates.get(name);
    if (aggregate !== undefined) {
      if (args === '*' && name !== 'COUNT') throw new QueryError(`${written}(*) is not possible. Name a column.`);
      if (args !== '*' && list.length === 0) throw new QueryError(`${written} needs an argument.`);
      if (over === undefined) scope.hasAggregate = true;
      const inner = args === '*' ? '*' : `${isDistinct ? 'DISTINCT ' : ''}${this.#aggregated(name, translated).join(', ')}`;
      return { ...value(`${aggregate.sql}(${inner})${window}`, typeOf(aggregate.type)), hasNull: true };
    }
    const ofWindow = windowFunctions.get(name);
    if (ofWindow !== undefined && over !== undefined)
      return { ...value(`${name.toLowerCase()}(${list.join(', ')})${window}`, typeOf(ofWindow)), hasNull: true };
    if (over !== undefined) throw new QueryError(`${written} cannot have OVER.`);
    return this.#special(name, translated) ?? this.#scalar(name, written, translated, typeOf);
  }

  /** Returns the arguments of an aggregate. Numbers become text as in JavaScript. */
  #aggregated(name: string, args: readonly Translated[]): readonly string[] {
    const [first, ...otherArgs] = args.map(({ sql }) => sql) as [string, ...string[]];
    if (name !== 'GROUP_CONCAT') return [first, ...otherArgs];
    return [args[0]?.type === 'text' ? first : `fn_cast_text(${textSql(args[0] as Translated)})`, ...otherArgs];
  }

  #scalar(name: string, written: string, args: readonly Translated[], typeOf: (type: ResultType) => CellType): Translated {
    const type = scalars.get(name);
    if (type === undefined) throw new QueryError(`The function ${written} is not available in queries.`);
    // The order of arguments differs: INSTR(text, part), but CHARINDEX(part, text) and LOCATE(part, text).
    const ordered = written === 'CHARINDEX' || written === 'LOCATE' ? [args[1], args[0], ...args.slice(2)] : args;
    const list = ordered.flatMap((arg) => (arg === undefined ? [] : [type === 'text' ? textSql(arg) : arg.sql]));
    return value(`fn_${name.toLowerCase()}(${list.join(', ')})`, typeOf(type));
  }

  /** Translates functions that are part of SQLite's syntax. */
  #special(name: string, args: readonly Translated[]): Translated | undefined {
    const list = args.map(({ sql }) => sql);
    switch (name) {
      case 'COALESCE':
        return args.length === 1 ? args[0] : oneOf(`coalesce(${list.join(', ')})`, args);
      case 'NULLIF':
        return value(`nullif(${list.join(', ')})`, args[0]?.type ?? 'unknown');
      case 'IIF': {
        const [condition, then, otherwise] = args;
        if (condition === undefined || then === undefined) throw new QueryError('IIF needs a condition and a value.');
        return oneOf(`(CASE WHEN fn_truth(${condition.sql}) THEN ${then.sql} ELSE ${otherwise?.sql ?? 'NULL'} END)`, args.slice(1));
      }
      default:
        return undefined;
    }
  }

  #over({ partition, order }: NonNullable<FunctionCall['over']>, scope: Scope): string {
    const by = partition.length === 0 ? '' : `PARTITION BY ${partition.map((term) => this.translate(term, scope).sql).join(', ')}`;
    const sorted = order.length === 0 ? '' : `ORDER BY ${this.order(order, (term) => this.translate(term, scope).sql)}`;
    return ` OVER (${[by, sorted].filter(Boolean).join(' ')})`;
  }
}

const value = (sql: string, type: CellType): Translated => ({ sql, type, hasNull: false });

const oneOf = (sql: string, parts: readonly Translated[]): Translated => ({
  sql,
  type: unify(parts.map(({ type }) => type)),
  hasNull: parts.some(({ hasNull }) => hasNull),
});

/** Returns a value for a text function: booleans become words. */
const textSql = ({ sql, type }: Translated): string => (type === 'boolean' ? `fn_boolean_text(${sql})` : sql);

/** Returns a value as text, so that "1" matches 1. A column of an input may have an indexed text column for that. */
function keyOf({ sql, origin }: Translated, isIndexed: boolean): string {
  const { source, column } = origin ?? {};
  if (source?.table === undefined || source.table.isChanged || !(column instanceof TableColumn)) return `fn_cast_text(${sql})`;
  column.isKey = true;
  if (isIndexed) column.isIndexed = true;
  return `${source.sql}.${column.key}`;
}
