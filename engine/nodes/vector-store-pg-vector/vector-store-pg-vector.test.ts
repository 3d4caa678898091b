// The SQL of a table with vectors, on a stand-in for the database: the extension is not part of the Postgres of the tests. What needs no vectors runs on
// a real Postgres. With the address of a database that has pgvector in `MILLRACE_PGVECTOR`, the whole node runs there, too.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome } from '../../testing/models/run-root-node.ts';
import { embeddings, loader } from '../../testing/models/store-parts.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { createTables, vectorTable, type Queries, type VectorTableSettings } from './vector-table.ts';

const { run } = openAiRuns();
const { signal } = new AbortController();

const columns = { table: '"docs"', id: '"id"', vector: '"embedding"', content: '"text"', metadata: '"metadata"' };
const plain: VectorTableSettings = { columns, operator: '<=>' };
const divided: VectorTableSettings = { ...plain, collection: { name: 'own', table: '"parts"' } };

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Returns what answers queries with these rows, one after the other, and what it was asked. */
function standIn(...answers: readonly (readonly JsonObject[])[]): { readonly queries: Queries; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const query = async (text: string, values: readonly unknown[]): Promise<readonly JsonObject[]> => {
    sent.push({ text: text.replaceAll(/\s+/g, ' ').trim(), values });
    return answers[sent.length - 1] ?? [];
  };
  return { queries: { query, close: async () => undefined }, sent };
}

const entry = (pageContent: string, id?: string) => ({
  document: { pageContent, metadata: { a: 1 } },
  vector: [1, 0.5],
  ...(id === undefined ? {} : { id }),
});

describe('the SQL of the table', () => {
  it('stores documents by one statement, in their order', async () => {
    const { queries, sent } = standIn([{ id: 'x' }, { id: 'y' }]);
    expect(await vectorTable(queries, plain).add([entry('one\0'), entry('two')], signal)).toEqual(['x', 'y']);
    expect(sent).toEqual([
      {
        text:
          'insert into "docs" ("text", "embedding", "metadata") select entry.content, entry.vector::vector, entry.metadata ' +
          'from jsonb_to_recordset($1::jsonb) as entry(place int, id text, content text, vector text, metadata jsonb) order by entry.place returning "id" as id',
        values: [
          '[{"place":0,"content":"one","vector":"[1,0.5]","metadata":{"a":1}},{"place":1,"content":"two","vector":"[1,0.5]","metadata":{"a":1}}]',
        ],
      },
    ]);
  });

  it('replaces documents with an id', async () => {
    const { queries, sent } = standIn([{ id: 'x' }]);
    await vectorTable(queries, plain).add([entry('one', 'x')], signal);
    expect(sent[0]?.text).toContain('coalesce(entry.id::uuid, gen_random_uuid())');
    expect(sent[0]?.text).toContain('on conflict ("id") do update set "text" = excluded."text"');
  });

  it('finds documents by their distance', async () => {
    const { queries, sent } = standIn([{ id: 'x', content: 'one', metadata: { a: 1 }, distance: 0.25 }]);
    expect(await vectorTable(queries, plain).search([1, 0], 3, undefined, signal)).toEqual([
      { document: { pageContent: 'one', metadata: { a: 1 }, id: 'x' }, score: 0.25 },
    ]);
    expect(sent).toEqual([
      {
        text: 'select "id" as id, "text" as content, "metadata" as metadata, "embedding" <=> $1::vector as distance from "docs" order by distance limit $2',
        values: ['[1,0]', 3],
      },
    ]);
  });

  it('finds only documents of a collection that match a filter', async () => {
    const { queries, sent } = standIn([{ uuid: 'u' }]);
    await vectorTable(queries, { ...divided, operator: '<->' }).search([1], 3, { a: '1' }, signal);
    expect(sent[0]).toEqual({ text: 'select uuid from "parts" where name = $1', values: ['own'] });
    expect(sent[1]?.text).toContain('"embedding" <-> $1::vector');
    expect(sent[1]?.text).toContain('where "metadata" @> $3::jsonb and collection_id = $4::uuid order by');
    expect(sent[1]?.values).toEqual(['[1]', 3, '{"a":"1"}', 'u']);
  });

  it('creates a collection with its first document', async () => {
    const { queries, sent } = standIn([], [], [{ uuid: 'u' }], [{ id: 'x' }]);
    expect(await vectorTable(queries, divided).add([entry('one')], signal)).toEqual(['x']);
    expect(sent[1]?.text).toContain('insert into "parts" (name) select $1');
    expect(sent[3]?.text).toContain('"metadata", collection_id)');
    expect(sent[3]?.values[1]).toBe('u');
  });

  it('creates the tables, of which other programs may have created some', async () => {
    const statements: string[] = [];
    const client = {
      query: async (text: string) => {
        statements.push(text);
        if (text.startsWith('create extension')) throw Object.assign(new Error('exists'), { code: '23505' });
        return { rows: [] };
      },
    };
    await createTables(client as never, divided);
    expect(statements).toEqual([
      'create extension if not exists vector',
      'create table if not exists "docs" ("id" uuid not null default gen_random_uuid() primary key, "text" text, "metadata" jsonb, "embedding" vector)',
      'create table if not exists "parts" (uuid uuid not null default gen_random_uuid() primary key, name text, cmetadata jsonb)',
      'alter table "docs" add column if not exists collection_id uuid references "parts" (uuid) on delete cascade',
    ]);
  });
});

describe('the SQL on a real Postgres', () => {
  /** Runs with a type `vector` that is a list of numbers, and with a distance. */
  async function withVectors(use: (queries: Queries, client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: await newDatabase() });
    await client.connect();
    try {
      await client.query('drop table if exists docs, parts; drop domain if exists vector cascade; create domain vector as text');
      await client.query(
        `create or replace function distance_of(one text, other text) returns float8 language sql immutable as
        'select sqrt(sum((a::float8 - b::float8) ^ 2)) from jsonb_array_elements_text(one::jsonb) with ordinality as x(a, i)
        join jsonb_array_elements_text(other::jsonb) with ordinality as y(b, j) on i = j'`,
      );
      await client.query('drop operator if exists <-> (text, text)');
      await client.query('create operator <-> (leftarg = text, rightarg = text, function = distance_of)');
      await createTables(
        { query: (async (text: string) => (text.startsWith('create extension') ? { rows: [] } : client.query(text))) as never },
        divided,
      );
      const query = async (text: string, values: readonly unknown[]): Promise<readonly JsonObject[]> =>
        (await client.query<JsonObject>(text, [...values])).rows;
      await use({ query, close: async () => undefined }, client);
    } finally {
      await client.query(
        'drop table if exists docs, parts; drop operator if exists <-> (text, text); drop domain if exists vector cascade',
      );
      await client.end();
    }
  }

  it('stores, finds, filters and replaces documents', async () => {
    await withVectors(async (queries) => {
      const settings = { ...plain, operator: '<->' };
      const table = vectorTable(queries, settings);
      const document = (pageContent: string, number: number) => ({ pageContent, metadata: { number, quote: '"' } });
      const [id, otherId] = await table.add(
        [
          { document: document('one', 1), vector: [1, 0] },
          { document: document('two', 2), vector: [0, 1] },
        ],
        signal,
      );
      expect(await table.search([1, 0.5], 5, undefined, signal)).toMatchObject([
        { document: { pageContent: 'one', id, metadata: { number: 1, quote: '"' } }, score: 0.5 },
        { document: { pageContent: 'two', id: otherId } },
      ]);
      expect(await table.search([1, 0], 5, { number: 2 }, signal)).toHaveLength(1);
      await table.add([{ document: document('new', 3), vector: [1, 1], ...(id === undefined ? {} : { id }) }], signal);
      expect((await table.search([1, 1], 5, undefined, signal)).map(({ document: { pageContent } }) => pageContent)).toEqual([
        'new',
        'two',
      ]);
      const part = vectorTable(queries, { ...divided, operator: '<->' });
      await part.add([{ document: document('own', 4), vector: [0, 0] }], signal);
      await part.add([{ document: document('own too', 4), vector: [0, 0] }], signal);
      expect(await part.search([1, 1], 5, undefined, signal)).toHaveLength(2);
      expect(await table.search([1, 1], 5, undefined, signal)).toHaveLength(4);
    });
  });
});

describe('the node', () => {
  const insert = (postgres: JsonObject, parameters: JsonObject = {}, version = 1.3): Promise<RootOutcome> =>
    run([], {
      type: 'vectorStorePGVector',
      version,
      parameters: { mode: 'insert', ...parameters },
      items: [{ text: 'moon' }],
      attached: [embeddings(), loader()],
      credentials: { postgres },
    });

  it.each([1, 1.1, 1.2, 1.3])('says in version %d what to check if the extension is missing', async (version) => {
    const { hostname: host, port, pathname, username: user, password } = new URL(await newDatabase());
    const { error, result } = await insert({ host, port: Number(port), database: pathname.slice(1), user, password }, {}, version);
    expect(error).toContain('The database of the Postgres PGVector Store failed: extension "vector" is not available');
    expect(result.resultData.error?.hint).toContain('the extension "vector" is installed');
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['a table that is none', { tableName: 'a; drop table b' }, {}, 'is not a possible name of a table'],
    ['a tunnel', {}, { sshTunnel: true }, 'The Postgres PGVector Store cannot connect through an SSH tunnel'],
    ['an address without a server', {}, { host: '127.0.0.1', port: 1 }, 'The database of the Postgres PGVector Store failed'],
  ])('rejects %s', async (_, parameters, credential, message) => {
    const { error, result } = await insert({ password: 'very-secret', ...credential }, parameters);
    expect(error).toContain(message);
    expect(JSON.stringify(result)).not.toContain('very-secret');
  });
});

describe.skipIf(process.env['MILLRACE_PGVECTOR'] === undefined)('the node on a Postgres with pgvector', () => {
  const { hostname: host, port, pathname, username: user, password } = new URL(process.env['MILLRACE_PGVECTOR'] ?? 'postgres://none');
  const postgres = { host, port: Number(port), database: pathname.slice(1), user, password };

  const use = (parameters: JsonObject, items: readonly JsonObject[] = [{}]): Promise<RootOutcome> =>
    run([], {
      type: 'vectorStorePGVector',
      parameters,
      items,
      attached: [embeddings(), ...(parameters['mode'] === 'insert' ? [loader()] : [])],
      credentials: { postgres },
      ports: { uuid: randomUUID },
    });

  async function withTable(test: (tableName: string, client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: process.env['MILLRACE_PGVECTOR'] });
    await client.connect();
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    try {
      await test(name, client);
    } finally {
      await client.query(`drop table if exists ${name}, ${name}_parts`);
      await client.end();
    }
  }

  const texts = [{ text: 'moon "one" \\' }, { text: 'sun' }, { text: 'sea' }];
  const contents = ({ json }: RootOutcome): readonly unknown[] =>
    json.map(({ document }) => (document as { readonly pageContent: string }).pageContent);

  it.each(['cosine', 'innerProduct', 'euclidean'])('stores, finds and replaces documents by the distance %s', async (distanceStrategy) => {
    await withTable(async (tableName, client) => {
      expect((await use({ mode: 'insert', tableName }, texts)).error).toBeUndefined();
      const search = { mode: 'load', tableName, prompt: 'sun', topK: 1, options: { distanceStrategy } };
      expect(contents(await use(search))).toEqual(['sun']);
      const { rows } = await client.query<{ id: string }>(`select id from ${tableName} where text = 'sun'`);
      expect((await use({ mode: 'update', tableName, id: rows[0]?.id ?? '' }, [{ text: 'star' }])).error).toBeUndefined();
      expect(contents(await use({ ...search, prompt: 'star' }))).toEqual(['{"text":"star"}']);
      const metadata = { metadataValues: [{ name: 'source', value: 'other' }] };
      expect(contents(await use({ ...search, options: { metadata } }))).toEqual([]);
    });
  });

  it('has names that look like statements', async () => {
    await withTable(async (tableName, client) => {
      const options = {
        collection: { values: { useCollection: true, collectionName: "'; drop table x; --", collectionTableName: `${tableName}_parts` } },
        columnNames: {
          values: { idColumnName: 'I"d', vectorColumnName: 'v; drop', contentColumnName: '__proto__', metadataColumnName: 'select' },
        },
      };
      await use({ mode: 'insert', tableName, options }, texts);
      expect(contents(await use({ mode: 'load', tableName, prompt: 'sea', topK: 1, options }))).toEqual(['sea']);
      expect((await client.query(`select name from ${tableName}_parts`)).rows).toEqual([{ name: "'; drop table x; --" }]);
    });
  });

  it.each<[string, string, JsonObject, string]>([
    ['vectors of another length', 'embedding vector(3), text text, metadata jsonb, id uuid', {}, 'vectors of another embedding model'],
    ['other columns', 'a int', {}, 'The table has other columns'],
    ['an id that is none', 'embedding vector, text text, metadata jsonb, id uuid primary key', { mode: 'update', id: 'x' }, 'is a UUID'],
  ])('says what to do about %s', async (_, columnList, parameters, hint) => {
    await withTable(async (tableName, client) => {
      await client.query(`create extension if not exists vector; create table ${tableName} (${columnList})`);
      const { result } = await use({ mode: 'insert', tableName, ...parameters }, texts);
      expect(result.resultData.error?.hint).toContain(hint);
    });
  });
});
