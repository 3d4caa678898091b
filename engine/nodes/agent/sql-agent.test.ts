// The SQL Agent on a real Postgres, with a model whose calls are scripted.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome } from '../../testing/models/run-root-node.ts';
import type { ScriptedAnswer } from '../../testing/models/scripted-model.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';

const { run, messages } = openAiRuns();

interface TestDatabase {
  readonly credential: JsonObject;
  readonly client: pg.Client;
}

let shared: TestDatabase;
beforeAll(async () => {
  const address = await newDatabase();
  const { hostname: host, port, pathname, username: user, password } = new URL(address);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  shared = { client, credential: { host, port: Number(port), database: pathname.slice(1), user, password } };
});
afterAll(() => shared.client.end());

async function withDatabase(use: (database: TestDatabase) => Promise<void>): Promise<void> {
  const { client } = shared;
  try {
    await client.query('create table customer (id int primary key, "na""me" text not null)');
    await client.query('create table invoice (id int, total numeric, paid_at timestamptz)');
    await client.query("insert into customer values (1, 'Ann'), (2, 'Bob')");
    await client.query('insert into invoice select i, i * 10, null from generate_series(1, 500) i');
    await use(shared);
  } finally {
    await client.query('drop table if exists customer, invoice, stolen');
  }
}

const call = (name: string, args: JsonObject = {}): ScriptedAnswer => ({ toolCalls: [{ name, args }] });

const ask = (
  { credential }: Pick<TestDatabase, 'credential'>,
  script: readonly ScriptedAnswer[],
  options: JsonObject = {},
  { version = 1.7, ...parameters }: JsonObject & { readonly version?: number } = {},
): Promise<RootOutcome> =>
  run([...script, { text: 'Done' }], {
    type: 'agent',
    version,
    parameters: { agent: 'sqlAgent', dataSource: 'postgres', promptType: 'define', text: 'How many?', options, ...parameters },
    items: [{ chatInput: 'From the chat', input: 'From the field' }],
    credentials: { postgres: credential },
  });

/** Returns the results of calls in a request to the model. */
const resultsAt = (index: number): readonly string[] =>
  messages(index)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content));

/** The tables of the test: the database may have those of earlier tests. */
const own = { includedTables: 'customer, invoice' };

describe('the SQL Agent', () => {
  it('lists tables, describes them, and queries them', async () => {
    await withDatabase(async (database) => {
      const script = [
        call('list_tables'),
        call('describe_tables', { tables: ['customer'] }),
        call('query_database', { sql: 'select count(*) as count, sum(total) as total from invoice;' }),
      ];
      const { json, error } = await ask(database, script, { ...own, includedSampleRows: 1 });
      expect(error).toBeUndefined();
      expect(json).toEqual([{ output: 'Done' }]);
      const [tables, customer, sums] = resultsAt(3);
      expect(JSON.parse(tables ?? '')).toEqual(['customer', 'invoice']);
      expect(JSON.parse(customer ?? '')).toEqual([
        {
          table: 'customer',
          columns: [
            { name: 'id', type: 'integer', isNullable: false },
            { name: 'na"me', type: 'text', isNullable: false },
          ],
          rows: [{ id: 1, 'na"me': 'Ann' }],
        },
      ]);
      expect(sums).toBe('{"count":"500","total":"1252500"}');
    });
  });

  it.each([
    'insert into customer values (3, null)',
    'with gone as (delete from customer returning id) select * from gone',
    'select 1; commit; drop table customer',
    "select nextval('pg_class')",
    'select * into stolen from customer',
    'commit',
    'set transaction read write',
    'select 1 for update',
    "copy customer to program 'true'",
  ])('cannot change data by %s', async (sql) => {
    await withDatabase(async (database) => {
      await ask(database, [call('query_database', { sql }), call('query_database', { sql: 'select count(*) from customer' })], own);
      const [, count] = resultsAt(2);
      expect(count).toBe('{"count":"2"}');
      const { rows } = await database.client.query('select count(*)::int as count from customer');
      expect(rows).toEqual([{ count: 2 }]);
      expect((await database.client.query("select to_regclass('stolen') as stolen")).rows).toEqual([{ stolen: null }]);
    });
  });

  it('tells the model what is wrong with a query, and how many rows it sees', async () => {
    await withDatabase(async (database) => {
      const script = [
        call('query_database', { sql: 'select nothing from customer' }),
        call('query_database', { sql: 'select id from invoice' }),
        call('describe_tables', { tables: ['other'] }),
        call('query_database', { sql: 'select id from customer where id = 7' }),
      ];
      await ask(database, script, { ...own, topK: 4 });
      const [wrong, many, unknown, none] = resultsAt(4);
      expect(wrong).toContain(String.raw`column \"nothing\" does not exist`);
      expect(many?.split('\n')).toHaveLength(201);
      expect(many).toContain('only the first 200 rows');
      expect(unknown).toContain(String.raw`There is no table \"other\". The tables are: customer, invoice.`);
      expect(none).toBe('There are no rows.');
      expect(messages(0)[0]?.['content']).toContain('PostgreSQL database');
      expect(messages(0)[0]?.['content']).toContain('at most 4 rows');
    });
  });

  it('runs calls at the same time one after the other', async () => {
    await withDatabase(async (database) => {
      const sql = (number: number): JsonObject => ({ sql: `select ${number} as number` });
      const toolCalls = [1, 2, 3].map((number) => ({ name: 'query_database', args: sql(number) }));
      await ask(database, [{ toolCalls }], own);
      expect(resultsAt(1)).toEqual(['{"number":1}', '{"number":2}', '{"number":3}']);
    });
  });

  it('is not told about ignored tables, and has instructions of its own', async () => {
    await withDatabase(async (database) => {
      const options = {
        ...own,
        ignoredTables: 'invoice',
        prefixPrompt: 'Use {dialect}, {top_k}',
        suffixPrompt: 'Be brief\nQuestion: {input}',
      };
      await ask(database, [call('list_tables')], options);
      expect(resultsAt(1)).toEqual(['["customer"]']);
      expect(messages(0)[0]?.['content']).toBe('Use PostgreSQL, 10\n\nBe brief');
    });
  });

  it.each<[number, JsonObject, string]>([
    [1, { input: '={{ $json.input }}' }, 'From the field'],
    [1.2, { input: 'Mine' }, 'Mine'],
    [1.3, { promptType: 'auto' }, 'From the chat'],
    [1.6, { promptType: 'define', text: 'Mine' }, 'Mine'],
    [1.7, { promptType: 'auto', text: '={{ $json.chatInput }}' }, 'From the chat'],
  ])('reads the prompt of version %d with %j', async (version, parameters, prompt) => {
    await withDatabase(async (database) => {
      expect((await ask(database, [], {}, { version, ...parameters })).error).toBeUndefined();
      expect(messages(0).at(-1)).toMatchObject({ role: 'user', content: prompt });
    });
  });

  it.each<[string, JsonObject, JsonObject, JsonObject, string]>([
    ['SQLite', {}, { dataSource: 'sqlite' }, {}, 'cannot read SQLite databases'],
    ['MySQL', {}, { dataSource: 'mysql' }, {}, 'cannot read MySQL databases'],
    ['a table that does not exist', {}, {}, { includedTables: 'nothing' }, 'The database has no table "nothing"'],
    ['a server that does not run', { port: 1, password: 'very-secret' }, {}, {}, 'The database of the SQL Agent failed'],
  ])('rejects %s', async (_, credential, parameters, options, message) => {
    await withDatabase(async (database) => {
      const { error, result } = await ask({ credential: { ...database.credential, ...credential } }, [], options, parameters);
      expect(error).toContain(message);
      expect(JSON.stringify(result)).not.toContain('very-secret');
    });
  });
});
