// What SQLite and Postgres express differently. Everything else in the repositories is SQL that both understand.
import { sql, type RawBuilder } from 'kysely';
import type { JsonObject } from '../contract/json.ts';
import { fts5, tsvector, type WordIndex } from './word-query.ts';

type Sql<T = unknown> = RawBuilder<T>;

/** A member of an object in a column of JSON text. */
export interface Member {
  readonly any: Sql<string | number | null>;
  /** Null for values of another type in Postgres. */
  readonly text: Sql<string | null>;
  readonly number: Sql<number | null>;
  /** Whether there is no value, or an empty text. */
  readonly isEmpty: Sql<boolean>;
}

export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** A column that is compared with each row that another condition finds, rather than looked up in an index. */
  unindexed(column: string): Sql;
  /** The table of executions, read by this index. */
  executionsBy(index: 'execution_highlighted' | 'execution_of_owner'): Sql;
  /** A list after `in`, of any length. */
  texts(values: readonly string[]): Sql;
  numbers(values: readonly number[]): Sql;
  /** Integers of 64 bits in decimal digits. */
  integers(values: readonly string[]): Sql;
  readonly words: WordIndex;
  /** The end of a query that skips its first rows. */
  offset(count: number): Sql;
  /** Rows in the order in which they were inserted. */
  readonly insertionOrder: Sql;
  /** Whether a text contains another one, ignoring the case of letters. */
  containsText(text: Sql, part: string): Sql<boolean>;
  /** A text, number or null at a path in a column of JSON text, as text; null for everything else in Postgres. */
  textAt(column: string, path: readonly string[]): Sql<string | null>;
  /** The elements of the list at a path, as a table `name` with the column `value`; none if it is not a list. */
  elements(column: string, path: readonly string[], name: string): Sql;
  /** JSON text of a list of values. */
  list(values: readonly Sql[]): Sql<string>;
  /** JSON text of the objects of all rows. */
  listOfObjects(members: Readonly<Record<string, Sql>>): Sql<string>;
  member(column: string, name: string): Member;
  /** An object in a column of JSON text with some members replaced. */
  withMembers(column: string, values: JsonObject): Sql<string>;
  /** A table `name` with the JSON text of objects in the column `value`, counted from 0 in the column `key`. */
  objects(values: readonly JsonObject[], name: string): Sql;
  /** Whether a text is like a pattern, in which only % has a meaning. */
  matches(text: Sql, pattern: string, isCaseSensitive: boolean): Sql<boolean>;
  /** Static data with some parts replaced and some removed; text that is not a JSON object counts as an empty one. */
  changedParts(column: string, changed: JsonObject, removed: readonly string[]): Sql<string>;
}

const jsonPath = (path: readonly string[]): string => `$.${path.map((name) => JSON.stringify(name)).join('.')}`;

/** The JSON of json_each's value: lists and objects are returned as text, other values as they are. */
const partText = sql`case when type in ('true', 'false', 'null') then type when type = 'text' then json_quote(value) else value end`;

export const sqlite: Dialect = {
  name: 'sqlite',
  unindexed: (column) => sql`+${sql.ref(column)}`,
  executionsBy: (index) => sql`execution indexed by ${sql.ref(index)}`,
  texts: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  numbers: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  integers: (values) => sql`(select cast(value as integer) from json_each(${JSON.stringify(values)}))`,
  words: fts5,
  offset: (count) => sql`limit -1 offset ${count}`,
  insertionOrder: sql`rowid`,
  containsText: (text, part) => sql`instr(lower(${text}), lower(${part})) > 0`,
  textAt: (column, path) => sql`${sql.ref(column)} ->> ${jsonPath(path)}`,
  elements: (column, path, name) => sql`json_each(${sql.ref(column)}, ${jsonPath(path)}) as ${sql.ref(name)}`,
  list: (values) => sql`json_array(${sql.join(values)})`,
  listOfObjects: (members) => sql`json_group_array(json_object(${pairs(members)}))`,
  member: (column, name) => {
    const value = sql<never>`json_extract(${sql.ref(column)}, ${jsonPath([name])})`;
    return { any: value, text: value, number: value, isEmpty: sql`coalesce(${value}, '') = ''` };
  },
  withMembers: (column, values) => {
    const members = Object.entries(values).map(([name, value]) => sql`${jsonPath([name])}, json(${JSON.stringify(value)})`);
    return sql`json_set(${sql.join([sql.ref(column), ...members])})`;
  },
  objects: (values, name) => sql`json_each(${JSON.stringify(values)}) as ${sql.ref(name)}`,
  matches: (text, pattern, isCaseSensitive) =>
    isCaseSensitive
      ? sql`${text} glob ${pattern.replaceAll(/[*?[]/g, '[$&]').replaceAll('%', '*')}`
      : sql`${text} like ${escaped(pattern)} escape '\\'`,
  changedParts: (column, changed, removed) => {
    const data = sql.ref(column);
    const replaced = JSON.stringify([...Object.keys(changed), ...removed]);
    // In some workflow files, static data is JSON text.
    const stored = sql`case json_type(${data}) when 'object' then ${data}
      when 'text' then iif(json_valid(${data} ->> '$') and json_type(${data} ->> '$') = 'object', ${data} ->> '$', '{}') else '{}' end`;
    return sql`(select json_group_object(key, json(${partText})) from (
      select key, value, type from json_each(${stored}) where key not in (select value from json_each(${replaced}))
      union all select key, value, type from json_each(${JSON.stringify(changed)})))`;
  },
};

const escaped = (pattern: string): string => pattern.replaceAll(/[\\_]/g, '\\$&');

const pairs = (members: Readonly<Record<string, Sql>>): Sql =>
  sql.join(Object.entries(members).flatMap(([name, value]) => [sql.lit(name), value]));

export const postgres: Dialect = {
  name: 'postgres',
  unindexed: (column) => sql.ref(column),
  executionsBy: () => sql`execution`,
  texts: (values) => sql`(select unnest(${values}::text[]))`,
  numbers: (values) => sql`(select unnest(${values}::bigint[]))`,
  integers: (values) => sql`(select unnest(${values}::bigint[]))`,
  words: tsvector,
  offset: (count) => sql`offset ${count}`,
  insertionOrder: sql`position`,
  containsText: (text, part) => sql`strpos(lower(${text}), lower(${part}::text)) > 0`,
  textAt: (column, path) => sql`(${sql.ref(column)}::json #>> ${path}::text[])`,
  elements: (column, path, name) => {
    const list = sql`${sql.ref(column)}::json #> ${path}::text[]`;
    return sql`json_array_elements(case json_typeof(${list}) when 'array' then ${list} else '[]'::json end) as ${sql.ref(name)} (value)`;
  },
  list: (values) => sql`json_build_array(${sql.join(values)})::text`,
  listOfObjects: (members) => sql`coalesce(json_agg(json_build_object(${pairs(members)})), '[]')::text`,
  member: (column, name) => {
    const value = sql`(${sql.ref(column)}::json -> ${name}::text)`;
    const text = sql`(${sql.ref(column)}::json ->> ${name}::text)`;
    return {
      any: sql`${value}`,
      text: sql`case when json_typeof(${value}) <> 'number' then ${text} end`,
      isEmpty: sql`coalesce(${text}, '') = ''`,
      number: sql`case json_typeof(${value}) when 'number' then ${text}::double precision when 'boolean' then (${text}::boolean)::int end`,
    };
  },
  withMembers: (column, values) => postgres.changedParts(column, values, []),
  objects: (values, name) => sql`(select position - 1 as key, value::text as value
    from json_array_elements(${JSON.stringify(values)}::json) with ordinality as element (value, position)) as ${sql.ref(name)}`,
  matches: (text, pattern, isCaseSensitive) => sql`${text} ${sql.raw(isCaseSensitive ? 'like' : 'ilike')} ${escaped(pattern)}`,
  changedParts: (column, changed, removed) => sql`(select coalesce(json_object_agg(part.key, part.value), '{}')::text from (
      select key, value from json_each(object_in(${sql.ref(column)})) where key <> all(${[...Object.keys(changed), ...removed]}::text[])
      union all select key, value from json_each(${JSON.stringify(changed)}::json)) as part)`,
};
