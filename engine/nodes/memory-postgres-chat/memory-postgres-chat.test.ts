// Conversations in a table of a real Postgres, which n8n shares.
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import { runRootNode, type RootOutcome } from '../../testing/models/run-root-node.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';

const { run, messages } = openAiRuns();

async function withDatabase(
  use: (database: { readonly credential: JsonObject; readonly client: pg.Client }) => Promise<void>,
): Promise<void> {
  const address = await newDatabase();
  const { hostname: host, port, pathname, username: user, password } = new URL(address);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await use({ client, credential: { host, port: Number(port), database: pathname.slice(1), user, password } });
  } finally {
    await client.query('drop table if exists n8n_chat_histories, other');
    await client.end();
  }
}

const memory = (parameters: JsonObject = {}, version?: number) =>
  ({
    name: 'Memory',
    type: 'memoryPostgresChat',
    by: 'ai_memory',
    parameters: 'sessionIdType' in parameters ? parameters : { sessionIdType: 'customKey', sessionKey: 's', ...parameters },
    ...(version === undefined ? {} : { version }),
  }) as const;

const chat = (credential: JsonObject, chatInput: string, parameters: JsonObject = {}, version?: number): Promise<RootOutcome> =>
  run([{ text: `Re: ${chatInput}` }], {
    type: 'agent',
    items: [{ chatInput, sessionId: 'from chat' }],
    credentials: { postgres: credential },
    attached: [memory(parameters, version)],
  });

const manage = async (credential: JsonObject, parameters: JsonObject): Promise<readonly JsonObject[]> =>
  (await runRootNode({ type: 'memoryManager', parameters, credentials: { postgres: credential }, attached: [memory()] })).json;

describe('the Postgres memory', () => {
  it('stores messages in the form of n8n, and remembers them', async () => {
    await withDatabase(async ({ credential, client }) => {
      expect((await chat(credential, 'Hi\0')).error).toBeUndefined();
      const { rows } = await client.query('select session_id, message from n8n_chat_histories order by id');
      expect(rows).toEqual([
        { session_id: 's', message: { type: 'human', content: 'Hi', additional_kwargs: {}, response_metadata: {} } },
        {
          session_id: 's',
          message: {
            type: 'ai',
            content: 'Re: Hi\0'.replace('\0', ''),
            tool_calls: [],
            invalid_tool_calls: [],
            additional_kwargs: {},
            response_metadata: {},
          },
        },
      ]);
      await chat(credential, 'Again');
      expect(
        messages()
          .map(({ content }) => content)
          .slice(1),
      ).toEqual(['Hi', 'Re: Hi', 'Again']);
    });
  });

  it('reads what other programs have stored', async () => {
    await withDatabase(async ({ credential, client }) => {
      await client.query(
        'create table n8n_chat_histories (id serial primary key, session_id varchar(255) not null, message jsonb not null)',
      );
      const stored = [
        { type: 'human', data: { content: [{ type: 'text', text: 'In parts' }] } },
        { type: 'ai', content: '', tool_calls: [{ id: '1', name: 'clock', args: { zone: 'utc' }, type: 'tool_call' }] },
        { type: 'tool', content: 'noon', tool_call_id: '1', name: 'clock' },
        { type: 'ai', content: 'It is noon' },
        { type: 'unknown', content: 'left out' },
      ];
      for (const message of stored) await client.query("insert into n8n_chat_histories (session_id, message) values ('s', $1)", [message]);
      await chat(credential, 'Sure?');
      expect(messages().slice(1)).toMatchObject([
        { role: 'user', content: 'In parts' },
        { role: 'assistant', tool_calls: [{ function: { name: 'clock' } }] },
        { role: 'tool', content: 'noon' },
        { role: 'assistant', content: 'It is noon' },
        { role: 'user', content: 'Sure?' },
      ]);
    });
  });

  it('is read and changed by the memory manager', async () => {
    await withDatabase(async ({ credential }) => {
      await chat(credential, 'One');
      await chat(credential, 'Two');
      await manage(credential, { mode: 'delete', lastMessagesCount: 1 });
      const [loaded] = await manage(credential, {});
      expect(loaded).toEqual({ messages: [{ human: 'One', ai: 'Re: One' }, { human: 'Two' }], messagesCount: 2 });
      await manage(credential, { mode: 'delete', deleteMode: 'all' });
      expect(await manage(credential, {})).toEqual([{ messages: [], messagesCount: 0 }]);
    });
  });

  it.each<[number, JsonObject, string, number]>([
    [1, { sessionIdType: 'fromInput' }, 'from chat', 5],
    [1.1, { contextWindowLength: 1 }, 's', 3],
    [1.2, { sessionIdType: 'fromInput', contextWindowLength: 1 }, 'from chat', 3],
    [1.3, { tableName: 'Other', contextWindowLength: 1 }, 's', 3],
    [1.4, {}, 's', 5],
  ])('has the session and the window of version %d with %j', async (version, parameters, session, count) => {
    await withDatabase(async ({ credential, client }) => {
      for (const text of ['One', 'Two', 'Three']) await chat(credential, text, parameters, version);
      expect(messages().slice(1)).toHaveLength(count);
      const table = 'tableName' in parameters ? 'other' : 'n8n_chat_histories';
      expect((await client.query(`select distinct session_id from ${table}`)).rows).toEqual([{ session_id: session }]);
    });
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['a name that is none', { tableName: 'a; drop table b' }, {}, 'is not a possible name of a table'],
    ['a session that is too long', { sessionKey: 'x'.repeat(300) }, {}, 'has room for 255'],
    ['a tunnel', {}, { sshTunnel: true }, 'cannot connect through an SSH tunnel'],
    ['an address without a server', {}, { host: '127.0.0.1', port: 1 }, 'The database of the Postgres Chat Memory failed'],
  ])('rejects %s', async (_, parameters, credential, message) => {
    const { error, result } = await chat({ password: 'very-secret', ...credential }, 'Hi', parameters);
    expect(error).toContain(message);
    expect(JSON.stringify(result)).not.toContain('very-secret');
  });

  it('says why it cannot use its credential', async () => {
    const { error } = await run([], {
      type: 'agent',
      items: [{ chatInput: 'Hi' }],
      attached: [memory()],
      credentials: { postgres: {} },
      ports: {
        credential: (type) =>
          type === 'postgres'
            ? Promise.reject(new AppError('CREDENTIAL_NOT_FOUND', 'There is no credential.'))
            : Promise.resolve({ apiKey: 'sk-test', url: 'http://127.0.0.1:1' }),
      },
    });
    expect(error).toContain('There is no credential.');
    expect(error).not.toContain('The database of the Postgres Chat Memory failed');
  });
});
