// The assistant, over a whole server and stubs of providers: whose credentials it uses, what is sent, its limits, and how it is cancelled.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import type { PushEvent } from '../contract/push.ts';
import { createNodeRegistry } from '../registry/index.ts';
import { Store } from '../store/index.ts';
import type { ReceivedResponse } from '../testing/running-server.ts';
import { anthropicServer } from '../testing/models/anthropic-server.ts';
import { ollamaServer } from '../testing/models/ollama-server.ts';
import { openAiServer } from '../testing/models/open-ai-server.ts';
import type { Script } from '../testing/models/scripted-model.ts';
import { runningServer, type As, type RunningServer } from '../testing/running-server.ts';
import type { StubServer } from '../testing/stub-server.ts';
import { AssistantService } from './assistant.ts';

const [openAi, ollama, anthropic] = ['lmChatOpenAi', 'lmChatOllama', 'lmChatAnthropic'].map(
  (name) => `@n8n/n8n-nodes-langchain.${name}`,
) as [string, string, string];

let running: RunningServer;
let model: StubServer;

async function addCredential(type: string, data: JsonObject, as: As = 'member'): Promise<string> {
  const body = { name: 'Model', type, data };
  return (await running.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body }, as)).id;
}

async function chooseOpenAi(script: Script, as: As = 'member'): Promise<string> {
  model = await openAiServer(script);
  const credentialId = await addCredential('openAiApi', { apiKey: 'sk-secret', url: `${model.address}/v1` }, as);
  await choose({ provider: openAi, credentialId, model: 'local-model' }, as);
  return credentialId;
}

const choose = (choice: JsonObject | null, as: As = 'member'): Promise<unknown> =>
  running.data({ method: 'PUT', url: '/rest/assistant', body: { model: choice } }, as);
const ask = (prompt: string, as: As = 'member', id = 'q1'): Promise<ReceivedResponse> =>
  running.send({ method: 'POST', url: '/rest/assistant/answers', body: { id, prompt }, headers: { 'session-id': 'window' } }, as);
const cancel = (id: string, as: As = 'member'): Promise<unknown> =>
  running.data({ method: 'DELETE', url: `/rest/assistant/answers/${id}` }, as);
const sent = (index = 0): JsonObject => JSON.parse(model.received[index]?.body ?? '{}') as JsonObject;

const notCalled = (): never => {
  throw new Error('This must not be called.');
};

/** Waits until the model has received so many requests. */
const received = (count: number): Promise<void> => expect.poll(() => model.received.length, { timeout: 20_000 }).toBe(count) as never;

describe('the assistant', () => {
  beforeEach(async () => {
    running = await runningServer({ hasPeople: true, over: 'socket' });
  });
  afterEach(async () => {
    await running.close();
    await model.close();
  });

  it('is off until a user chooses a model, for each user', async () => {
    await chooseOpenAi([{ text: 'Hello' }]);
    expect(await running.data({ url: '/rest/assistant' }, 'owner')).toEqual({ model: null });
    expect((await ask('Hi', 'owner')).body).toMatchObject({ code: 'BAD_REQUEST', message: 'You have not chosen a model.' });
    expect(model.received).toEqual([]);
  });

  it('sends the text and nothing else, signed with the credential of the user, and streams the answer', async () => {
    await chooseOpenAi([{ text: 'Check the address of the node.' }], 'owner');
    const events: PushEvent[] = [];
    const listener = { event: (_number: number, event: PushEvent) => void events.push(event), missed: () => undefined };
    const end = running.server.onPush({ id: 'window' }, listener);
    const { status, body } = await ask('Why does it fail?', 'owner');
    expect([status, body.data]).toEqual([200, { text: 'Check the address of the node.' }]);
    const { model: name, messages, stream } = sent();
    expect({ name, messages, stream }).toEqual({
      name: 'local-model',
      messages: [{ role: 'user', content: 'Why does it fail?' }],
      stream: true,
    });
    expect(model.received[0]).toMatchObject({ url: '/v1/chat/completions', headers: { authorization: 'Bearer sk-secret' } });
    end();
    const texts = events.flatMap((event) => (event.type === 'assistantText' && event.id === 'q1' ? [event.text] : []));
    expect([texts.length > 1, texts.join('')]).toEqual([true, 'Check the address of the node.']);
  });

  it('lists the models of a provider', async () => {
    const credentialId = await chooseOpenAi([]);
    const query = new URLSearchParams({ provider: openAi, credentialId });
    expect(await running.data({ url: `/rest/assistant/models?${query.toString()}` }, 'member')).toEqual([
      'gpt-4o',
      'gpt-5-mini',
      'text-embedding-3-small',
      'whisper-1',
    ]);
  });

  it.each<[string, string, () => Promise<StubServer>, JsonObject]>([
    ['ollamaApi', ollama, () => ollamaServer([{ text: 'Hello' }]), {}],
    ['anthropicApi', anthropic, () => anthropicServer([{ text: 'Hello' }]), { apiKey: 'key' }],
  ])('asks models by %s', async (type, provider, start, data) => {
    model = await start();
    const urlField = type === 'ollamaApi' ? 'baseUrl' : 'url';
    const credentialId = await addCredential(type, { ...data, [urlField]: model.address });
    await choose({ provider, credentialId, model: 'm-1' });
    expect((await ask('Hi')).body.data).toEqual({ text: 'Hello' });
    expect(sent()).toMatchObject({ model: 'm-1' });
  });

  it('checks at each use whether the user may use the credential', async () => {
    model = await openAiServer([{ text: 'Hello' }]);
    const credentialId = await addCredential('openAiApi', { apiKey: 'sk-owner', url: `${model.address}/v1` }, 'owner');
    const share = (ids: readonly string[]): Promise<unknown> =>
      running.data({ method: 'PUT', url: `/rest/credentials/${credentialId}/share`, body: { shareWithIds: ids } }, 'owner');
    await share(['member-1']);
    await choose({ provider: openAi, credentialId, model: 'm' });
    expect((await ask('Hi')).status).toBe(200);
    await share([]);
    expect((await ask('Hi')).body).toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
    expect(model.received).toHaveLength(1);
  });

  it('reports failures of the service without secrets', async () => {
    await chooseOpenAi([{ status: 401, error: 'Incorrect API key provided: sk-secret' }]);
    const { status, body, text } = await ask('Hi');
    expect([status, body]).toMatchObject([400, { code: 'NODE_REQUEST_FAILED', hint: 'Check the credential of the model.' }]);
    expect(text).not.toContain('sk-secret');
  });

  it('has one question of a user open, which the user can cancel', async () => {
    await chooseOpenAi([{ text: 'A long answer', hangs: true }, { text: 'Next' }]);
    const first = ask('One', 'member', 'first');
    await received(1);
    expect((await ask('Two', 'member', 'second')).body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await cancel('second');
    await cancel('first', 'owner');
    await cancel('first');
    expect((await first).body).toMatchObject({ code: 'EXECUTION_CANCELED' });
    expect((await ask('Three')).body.data).toEqual({ text: 'Next' });
  });

  it('stops when the client disconnects', async () => {
    await chooseOpenAi([{ text: 'A long answer', hangs: true }, { text: 'Next' }]);
    const gone = new AbortController();
    const request = fetch(new URL('/rest/assistant/answers', running.server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: running.cookieOf('member') ?? '' },
      body: JSON.stringify({ id: 'q', prompt: 'Hi' }),
      signal: gone.signal,
    });
    await received(1);
    gone.abort();
    await expect(request).rejects.toThrow();
    await expect.poll(async () => (await ask('Again')).body.data, { timeout: 20_000 }).toEqual({ text: 'Next' });
  });

  it('ends answers that are too long', async () => {
    await chooseOpenAi([{ text: 'word '.repeat(21_000) }]);
    expect((await ask('Hi')).body).toMatchObject({ code: 'SERVICE_FAILED', message: 'The answer has more than 100000 characters.' });
  });

  it('can be turned off again', async () => {
    await chooseOpenAi([{ text: 'Hello' }]);
    await choose(null);
    expect((await ask('Hi')).status).toBe(400);
  });

  it('forgets the model of a user who is removed', async () => {
    await chooseOpenAi([]);
    await running.data({ method: 'DELETE', url: '/rest/users/member-1' }, 'owner');
    const store = await Store.open(running.dataDir);
    expect(await store.settings.get('assistant:member-1')).toBeUndefined();
    await store.close();
  });
});

it('the providers are those of the chat model nodes; only Ollama needs no credential, and only Azure has no list', async () => {
  const nodeTypes = { detached: notCalled, options: notCalled, search: notCalled };
  const settings = { get: notCalled, set: notCalled };
  const assistant = new AssistantService({ settings, registry: createNodeRegistry(), nodeTypes, hub: { send: notCalled } });
  const offered = await assistant.providers();
  expect(offered.map(({ name }) => name)).toEqual([
    'Ollama',
    'OpenAI',
    'Anthropic',
    'Google Gemini',
    'Mistral Cloud',
    'Groq',
    'DeepSeek',
    'OpenRouter',
    'xAI Grok',
    'Azure OpenAI',
  ]);
  expect(offered.filter(({ needsCredential }) => !needsCredential).map(({ name }) => name)).toEqual(['Ollama']);
  expect(offered.filter(({ hasList }) => !hasList).map(({ name }) => name)).toEqual(['Azure OpenAI']);
});

it('a question that takes too long ends with an error that says so', async () => {
  const assistant = new AssistantService({
    settings: { get: async () => ({ provider: ollama, model: 'm' }), set: async () => undefined },
    registry: createNodeRegistry(),
    nodeTypes: {
      // A model that never answers.
      detached: (_node, _userId, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
      options: async () => [],
      search: async () => ({ results: [] }),
    },
    hub: { send: () => undefined },
    limits: { characters: 10, time: 1 },
  });
  const question = { id: 'q', prompt: 'Hi', session: undefined, signal: new AbortController().signal };
  await expect(assistant.ask('u', question)).rejects.toMatchObject({
    code: 'SERVICE_FAILED',
    message: 'The model did not answer within 0.001 seconds.',
  });
});
