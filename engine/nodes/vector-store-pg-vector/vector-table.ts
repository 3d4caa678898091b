// A Postgres table with vectors of the extension pgvector, in the form of LangChain and n8n, which can read and write it too.
// https://github.com/pgvector/pgvector
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type ExecuteContext, type ScoredDocument } from '../../sdk/index.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import {
  createIfMissing,
  PostgresDatabase,
  quotedTable,
  storableJson,
  type PostgresClient,
} from '../_shared/ai/postgres/postgres-database.ts';
import type { VectorDatabase, VectorEntry, VectorStoreKind } from '../_shared/ai/vector-stores/kind.ts';

export const CREDENTIAL = 'postgres';

/** Operators of pgvector for the distance of two vectors. */
const operators: Readonly<Record<string, string>> = { cosine: '<=>', innerProduct: '<#>', euclidean: '<->' };

export const pgVectorStore: VectorStoreKind = { open };

/** What is used of a database. */
export type Queries = Pick<PostgresDatabase, 'query' | 'close'>;

/** Names of the table and its columns, quoted. */
export interface VectorColumns {
  readonly table: string;
  readonly id: string;
  readonly vector: string;
  readonly content: string;
  readonly metadata: string;
}

interface Collection {
  readonly name: string;
  /** Its quoted name. */
  readonly table: string;
}

export interface VectorTableSettings {
  readonly columns: VectorColumns;
  /** Absent if the table is not divided. */
  readonly collection?: Collection | undefined;
  readonly operator: string;
}

function open(ctx: ExecuteContext, itemIndex: number): VectorDatabase {
  const settings = settingsOf(ctx, itemIndex);
  const database = new PostgresDatabase({
    credential: () => ctx.credentials(CREDENTIAL, itemIndex),
    signal: ctx.signal,
    node: 'Postgres PGVector Store',
    hint: 'Check the credential, that the extension "vector" is installed, and that the user may read, write and create the table.',
    hintFor,
    prepare: (client) => createTables(client, settings),
  });
  return vectorTable(database, settings);
}

function hintFor(message: string): string | undefined {
  if (/^(?:expected \d+ dimensions|different vector dimensions)/.test(message)) {
    return 'The table has vectors of another embedding model. Use this model, or another table.';
  }
  if (message.startsWith('invalid input syntax for type uuid')) return 'The id of a document is a UUID. Enter one that the table contains.';
  if (/^column .* does not exist$/.test(message))
    return 'The table has other columns. Enter their names under "Column Names", or use another table.';
  return undefined;
}

/** Returns the table, on a database that is prepared. */
export function vectorTable(database: Queries, settings: VectorTableSettings): VectorDatabase {
  const { columns, collection, operator } = settings;
  const { table, id, vector, content, metadata } = columns;
  return {
    identity: JSON.stringify([table, collection?.name ?? null]),
    add: async (entries) => {
      const own = await collectionId(database, collection);
      const hasIds = entries.some((entry) => entry.id !== undefined);
      const changed = [content, vector, metadata].map((name) => `${name} = excluded.${name}`).join(', ');
      const values = ['entry.content', 'entry.vector::vector', 'entry.metadata'];
      const rows = await database.query(
        `insert into ${table} (${[content, vector, metadata, ...(hasIds ? [id] : []), ...(own === undefined ? [] : ['collection_id'])].join(', ')})
        select ${[...values, ...(hasIds ? ['coalesce(entry.id::uuid, gen_random_uuid())'] : []), ...(own === undefined ? [] : ['$2::uuid'])].join(', ')}
        from jsonb_to_recordset($1::jsonb) as entry(place int, id text, content text, vector text, metadata jsonb) order by entry.place
        ${hasIds ? `on conflict (${id}) do update set ${changed} ` : ''}returning ${id} as id`,
        [recordsOf(entries), ...(own === undefined ? [] : [own])],
      );
      return rows.map((row) => String(row['id']));
    },
    search: async (query, limit, filter) => {
      const own = await collectionId(database, collection);
      const values: unknown[] = [textOf(query), limit];
      const conditions = [
        ...(filter === undefined ? [] : [`${metadata} @> $${values.push(storableJson(filter))}::jsonb`]),
        ...(own === undefined ? [] : [`collection_id = $${values.push(own)}::uuid`]),
      ];
      const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')} `;
      const rows = await database.query(
        `select ${id} as id, ${content} as content, ${metadata} as metadata, ${vector} ${operator} $1::vector as distance
        from ${table} ${where}order by distance limit $2`,
        values,
      );
      return rows.map((row) => scored(row));
    },
    close: () => database.close(),
  };
}

/** The score is the distance, as in n8n: the closest documents have the lowest one. */
const scored = ({ id, content, metadata, distance }: JsonObject): ScoredDocument => ({
  document: { pageContent: String(content ?? ''), metadata: isRecord(metadata) ? metadata : {}, id: String(id) },
  score: Number(distance),
});

const textOf = (vector: readonly number[]): string => `[${vector.join(',')}]`;

const recordsOf = (entries: readonly VectorEntry[]): string =>
  storableJson(
    entries.map(({ id, vector, document: { pageContent: content, metadata } }, place) => ({
      place,
      id,
      content,
      vector: textOf(vector),
      metadata,
    })),
  );

/** Returns the id of the collection, which is created if it does not exist. */
async function collectionId(database: Queries, collection: Collection | undefined): Promise<string | undefined> {
  if (collection === undefined) return undefined;
  const { table, name } = collection;
  const find = async (): Promise<unknown> => (await database.query(`select uuid from ${table} where name = $1`, [name]))[0]?.['uuid'];
  const existing = await find();
  if (existing !== undefined) return String(existing);
  await database.query(`insert into ${table} (name) select $1 where not exists (select 1 from ${table} where name = $1)`, [name]);
  return String(await find());
}

export async function createTables(client: PostgresClient, { columns, collection }: VectorTableSettings): Promise<void> {
  const { table, id, vector, content, metadata } = columns;
  await createIfMissing(client, 'create extension if not exists vector');
  await createIfMissing(
    client,
    `create table if not exists ${table} (${id} uuid not null default gen_random_uuid() primary key, ${content} text, ${metadata} jsonb, ${vector} vector)`,
  );
  if (collection === undefined) return;
  await createIfMissing(
    client,
    `create table if not exists ${collection.table} (uuid uuid not null default gen_random_uuid() primary key, name text, cmetadata jsonb)`,
  );
  await createIfMissing(
    client,
    `alter table ${table} add column if not exists collection_id uuid references ${collection.table} (uuid) on delete cascade`,
  );
}

function settingsOf(ctx: ExecuteContext, itemIndex: number): VectorTableSettings {
  const option = (path: string, fallback: string): string => {
    const name = String(ctx.param(`options.${path}`, itemIndex, fallback)).trim();
    return name === '' ? fallback : name;
  };
  const column = (name: string, fallback: string): string =>
    quotedColumn(option(`columnNames.values.${name}`, fallback), `options.columnNames.values.${name}`);
  const hasCollection = ctx.param('options.collection.values.useCollection', itemIndex, false);
  const strategy = option('distanceStrategy', 'cosine');
  return {
    columns: {
      table: quotedTable(ctx.param('tableName', itemIndex, 'n8n_vectors').trim(), 'tableName'),
      id: column('idColumnName', 'id'),
      vector: column('vectorColumnName', 'embedding'),
      content: column('contentColumnName', 'text'),
      metadata: column('metadataColumnName', 'metadata'),
    },
    ...(hasCollection
      ? {
          collection: {
            name: option('collection.values.collectionName', 'n8n'),
            table: quotedTable(
              option('collection.values.collectionTableName', 'n8n_vector_collections'),
              'options.collection.values.collectionTableName',
            ),
          },
        }
      : {}),
    operator: (Object.hasOwn(operators, strategy) ? operators[strategy] : undefined) ?? '<=>',
  };
}

function quotedColumn(name: string, parameter: string): string {
  if (!name.includes('\0')) return `"${name.replaceAll('"', '""')}"`;
  throw new NodeError('The name of a column contains a character that Postgres does not allow.', { code: 'PARAMETER_INVALID', parameter });
}
