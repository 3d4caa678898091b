// Conversations in lists of a server that speaks the protocol of Redis over TCP.
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import { makeCertificate } from '../../testing/certificates.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import { runRootNode, type RootOutcome, type RootRun } from '../../testing/models/run-root-node.ts';
import { redisServer, type RedisServer, type RedisSettings } from '../../testing/redis-server.ts';

const { run, messages } = openAiRuns();
const servers: RedisServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function startServer(settings?: RedisSettings): Promise<RedisServer> {
  const server = await redisServer(settings);
  servers.push(server);
  return server;
}

const memory = (parameters: JsonObject = {}, version?: number) =>
  ({
    name: 'Memory',
    type: 'memoryRedisChat',
    by: 'ai_memory',
    parameters: 'sessionIdType' in parameters ? parameters : { sessionIdType: 'customKey', sessionKey: 's', ...parameters },
    ...(version === undefined ? {} : { version }),
  }) as const;

interface Chat extends Pick<RootRun, 'onStart' | 'ports'> {
  readonly parameters?: JsonObject;
  readonly version?: number;
  readonly credential?: JsonObject;
}

const chat = (
  { port }: Pick<RedisServer, 'port'>,
  chatInput: string,
  { parameters, version, credential, ...more }: Chat = {},
): Promise<RootOutcome> =>
  run([{ text: `Re: ${chatInput}` }], {
    type: 'agent',
    items: [{ chatInput, sessionId: 'from chat' }],
    credentials: { redis: { host: '127.0.0.1', port, ...credential } },
    attached: [memory(parameters, version)],
    ...more,
  });

const manage = async ({ port }: RedisServer, parameters: JsonObject): Promise<readonly JsonObject[]> =>
  (await runRootNode({ type: 'memoryManager', parameters, credentials: { redis: { host: '127.0.0.1', port } }, attached: [memory()] }))
    .json;

describe('the Redis memory', () => {
  it('stores messages in the form of LangChain, the newest first, and remembers them', async () => {
    const server = await startServer();
    expect((await chat(server, 'Hi')).error).toBeUndefined();
    const stored = server.databases.get(0)?.get('s') as string[];
    expect(stored.map((entry) => JSON.parse(entry) as JsonObject)).toEqual([
      {
        type: 'ai',
        data: { content: 'Re: Hi', tool_calls: [], invalid_tool_calls: [], additional_kwargs: {}, response_metadata: {} },
      },
      { type: 'human', data: { content: 'Hi', additional_kwargs: {}, response_metadata: {} } },
    ]);
    await chat(server, 'Again');
    expect(
      messages()
        .map(({ content }) => content)
        .slice(1),
    ).toEqual(['Hi', 'Re: Hi', 'Again']);
    await server.allClosed();
  });

  it('reads what other programs have stored', async () => {
    const server = await startServer();
    const stored = [
      { type: 'human', data: { content: [{ type: 'text', text: 'In parts' }], additional_kwargs: {}, response_metadata: {} } },
      { type: 'ai', data: { content: '', tool_calls: [{ id: '1', name: 'clock', args: { zone: 'utc' }, type: 'tool_call' }] } },
      { type: 'tool', data: { content: 'noon', tool_call_id: '1', name: 'clock' } },
      { type: 'ai', data: { content: 'It is noon – 中' } },
      { type: 'unknown', data: { content: 'left out' } },
    ].map((message) => JSON.stringify(message));
    server.databases.get(0)?.set('s', ['not JSON', ...stored.toReversed()]);
    await chat(server, 'Sure?');
    expect(messages().slice(1)).toMatchObject([
      { role: 'user', content: 'In parts' },
      { role: 'assistant', tool_calls: [{ function: { name: 'clock' } }] },
      { role: 'tool', content: 'noon' },
      { role: 'assistant', content: 'It is noon – 中' },
      { role: 'user', content: 'Sure?' },
    ]);
  });

  it('is read and changed by the memory manager', async () => {
    const server = await startServer();
    await chat(server, 'One');
    await chat(server, 'Two');
    await manage(server, { mode: 'delete', lastMessagesCount: 1 });
    const [loaded] = await manage(server, {});
    expect(loaded).toEqual({ messages: [{ human: 'One', ai: 'Re: One' }, { human: 'Two' }], messagesCount: 2 });
    await manage(server, { mode: 'delete', deleteMode: 'all' });
    expect(await manage(server, {})).toEqual([{ messages: [], messagesCount: 0 }]);
    expect(server.databases.get(0)?.has('s')).toBe(false);
  });

  it.each<[number, JsonObject, string, number]>([
    [1, { sessionIdType: 'none' }, 'chat_history', 7],
    [1.1, { sessionIdType: 'none' }, 'from chat', 7],
    [1.2, { sessionIdType: 'fromInput', contextWindowLength: 1 }, 'from chat', 7],
    [1.3, { sessionIdType: 'fromInput', contextWindowLength: 1 }, 'from chat', 3],
    [1.4, { sessionIdType: 'fromInput', sessionKey: '={{ $json.sessionId }}!' }, 'from chat!', 7],
    [1.5, { contextWindowLength: 2 }, 's', 5],
    [1.6, { contextWindowLength: 1 }, 's', 3],
  ])('has the session and the window of version %d with %j', async (version, parameters, session, count) => {
    const server = await startServer();
    for (const text of ['One', 'Two', 'Three', 'Four']) await chat(server, text, { parameters, version });
    expect(messages().slice(1)).toHaveLength(count);
    expect([...(server.databases.get(0)?.keys() ?? [])]).toEqual([session]);
  });

  it.each<[JsonObject, number | undefined]>([
    [{}, undefined],
    [{ sessionTTL: 0 }, undefined],
    [{ sessionTTL: 300 }, 300],
  ])('lets conversations expire with %j', async (parameters, seconds) => {
    const server = await startServer();
    await chat(server, 'Hi', { parameters });
    expect(server.expirations.get('s')).toBe(seconds);
    const changes = server.commands.filter(([name]) => name !== 'lrange').map(([name]) => name);
    expect(changes).toEqual(['multi', 'lpush', ...(seconds === undefined ? [] : ['expire']), 'exec']);
  });

  it('signs in, and uses the database of the credential', async () => {
    const server = await startServer({ user: 'app', password: 'very-secret' });
    const { error } = await chat(server, 'Hi', { credential: { user: 'app', password: 'very-secret', database: 3 } });
    expect(error).toBeUndefined();
    expect(server.databases.get(3)?.get('s')).toHaveLength(2);
    expect(server.databases.get(0)?.size).toBe(0);
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['a certificate that is not trusted', { ssl: true }, 'self-signed certificate'],
    ['TLS without verification', { ssl: true, disableTlsVerification: true }, undefined],
    ['no TLS', {}, 'The server of the Redis Chat Memory failed'],
  ])('connects to a server with TLS: %s', async (_, credential, message) => {
    const server = await startServer({ tls: makeCertificate('self') });
    const { error } = await chat(server, 'Hi', { credential });
    if (message === undefined) expect(error).toBeUndefined();
    else expect(error).toContain(message);
  });

  it.each<[string, RedisSettings, Chat, string]>([
    ['a wrong password', { password: 'other' }, { credential: { password: 'very-secret' } }, 'WRONGPASS'],
    ['no password', { password: 'other' }, {}, 'NOAUTH'],
    ['a password that the server does not ask for', {}, { credential: { password: 'very-secret' } }, 'without any password configured'],
    ['a database that does not exist', {}, { credential: { database: 99 } }, 'DB index is out of range'],
    ['a server that does not run', {}, { credential: { port: 1, password: 'very-secret' } }, 'The server of the Redis Chat Memory failed'],
    ['other data under the key', {}, { parameters: { sessionKey: 'text' } }, 'The key "text" in Redis is not a conversation'],
    ['a negative time to live', {}, { parameters: { sessionTTL: -1 } }, 'must be a number of seconds'],
    ['a session without an id', {}, { parameters: { sessionKey: '' } }, 'has no session id'],
  ])('rejects %s', async (_, settings, options, message) => {
    const server = await startServer(settings);
    server.databases.get(0)?.set('text', 'a text');
    const { error, result } = await chat(server, 'Hi', options);
    expect(error).toContain(message);
    expect(JSON.stringify(result)).not.toContain('very-secret');
    expect(server.databases.get(0)?.size).toBe(1);
    await server.allClosed();
  });

  it('says why it cannot use its credential', async () => {
    const credential = (): Promise<JsonObject> => Promise.reject(new AppError('CREDENTIAL_NOT_FOUND', 'There is no credential.'));
    const { error } = await chat(await startServer(), 'Hi', { ports: { credential } });
    expect(error).toContain('There is no credential.');
    expect(error).not.toContain('The server of the Redis Chat Memory failed');
  });

  it('does not show a password that a server repeats', async () => {
    const server = await startServer({ unknownCommand: 'AUTH' });
    const { error, result } = await chat(server, 'Hi', { credential: { password: 'very-secret' } });
    expect(error).toContain("unknown command 'AUTH'");
    expect(JSON.stringify(result)).not.toContain('very-secret');
  });

  it('closes its connection when the run is stopped', async () => {
    const server = await startServer({ silentCommand: 'LRANGE' });
    const { result } = await chat(server, 'Hi', {
      onStart: (running) => void server.arrival('LRANGE').then(() => running.stop()),
    });
    expect(result.resultData.error?.message).toMatch(/stopped|cancel/i);
    await server.allClosed();
  });
});
