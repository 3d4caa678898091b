// Every chat model, attached to an agent, on a server with the API of its service.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contract/json.ts';
import type { HttpPort, HttpRequest, JsonSchema } from '../../../../sdk/index.ts';
import { fakeClock } from '../../../../testing/fake-ports.ts';
import { anthropicServer } from '../../../../testing/models/anthropic-server.ts';
import { geminiServer } from '../../../../testing/models/gemini-server.ts';
import { mistralServer } from '../../../../testing/models/mistral-server.ts';
import { ollamaServer } from '../../../../testing/models/ollama-server.ts';
import { openAiServer } from '../../../../testing/models/open-ai-server.ts';
import {
  redirectedHttp,
  runRootNode,
  suppliedBy,
  type AttachedNode,
  type RootOutcome,
  type RootRun,
} from '../../../../testing/models/run-root-node.ts';
import type { Script } from '../../../../testing/models/scripted-model.ts';
import type { StubServer } from '../../../../testing/stub-server.ts';

interface Provider {
  readonly node: string;
  readonly serve: (script: Script) => Promise<StubServer>;
  readonly parameters?: JsonObject;
  /** Version for the test of schemas. Default: 1. */
  readonly version?: number;
  /** Type and data of the credential; `key` is its API key. */
  readonly credential: (address: string, key: string) => readonly [type: string, data: JsonObject];
  /** Origin whose requests go to the server, for services at a fixed address. */
  readonly origin?: string;
  /** Options with which the answer is JSON, and what they add to a request. */
  readonly json?: readonly [options: JsonObject, sent: JsonObject];
  /** Milliseconds until a request fails: by default, and whether an option says otherwise. */
  readonly timeout?: readonly [milliseconds: number, isOption: boolean];
  /** Whether the service does not send thoughts. */
  readonly hasNoThoughts?: boolean;
}

const KEY = 'key-that-must-not-be-seen';
const chatFormat = [{ responseFormat: 'json_object' }, { response_format: { type: 'json_object' } }] as const;

const providers: readonly Provider[] = [
  {
    node: 'lmChatOpenAi',
    timeout: [60_000, true],
    version: 1.2,
    serve: openAiServer,
    parameters: { responsesApiEnabled: false },
    credential: (address, apiKey) => ['openAiApi', { apiKey, url: `${address}/v1` }],
    json: chatFormat,
    hasNoThoughts: true,
  },
  {
    node: 'lmChatAnthropic',
    timeout: [600_000, false],
    version: 1.6,
    serve: anthropicServer,
    credential: (url, apiKey) => ['anthropicApi', { url, apiKey }],
  },
  {
    node: 'lmChatGoogleGemini',
    version: 1.2,
    serve: geminiServer,
    credential: (host, apiKey) => ['googlePalmApi', { host, apiKey }],
  },
  {
    node: 'lmChatOpenRouter',
    timeout: [360_000, true],
    serve: (script) => openAiServer(script, { thoughts: 'reasoning' }),
    credential: (address, apiKey) => ['openRouterApi', { apiKey, url: `${address}/api/v1` }],
    json: chatFormat,
  },
  {
    node: 'lmChatGroq',
    serve: (script) => openAiServer(script, { thoughts: 'reasoning', hasGroqUsage: true }),
    credential: (_address, apiKey) => ['groqApi', { apiKey }],
    origin: 'https://api.groq.com',
  },
  {
    node: 'lmChatMistralCloud',
    serve: mistralServer,
    credential: (_address, apiKey) => ['mistralCloudApi', { apiKey }],
    origin: 'https://api.mistral.ai',
  },
  {
    node: 'lmChatDeepSeek',
    timeout: [360_000, true],
    serve: (script) => openAiServer(script, { thoughts: 'reasoning_content' }),
    credential: (url, apiKey) => ['deepSeekApi', { apiKey, url }],
    json: chatFormat,
  },
  {
    node: 'lmChatXAiGrok',
    timeout: [360_000, true],
    serve: (script) => openAiServer(script, { thoughts: 'reasoning_content' }),
    credential: (address, apiKey) => ['xAiApi', { apiKey, url: `${address}/v1` }],
    json: chatFormat,
  },
  {
    node: 'lmChatAzureOpenAi',
    timeout: [60_000, true],
    serve: openAiServer,
    parameters: { model: 'my-deployment' },
    credential: (endpoint, apiKey) => ['azureOpenAiApi', { apiKey, endpoint, endpointType: 'classic', resourceName: 'mine' }],
    json: chatFormat,
    hasNoThoughts: true,
  },
  {
    node: 'lmChatOllama',
    timeout: [900_000, false],
    serve: ollamaServer,
    credential: (baseUrl, apiKey) => ['ollamaApi', { baseUrl, apiKey }],
    json: [{ format: 'json' }, { format: 'json' }],
  },
];

let server: StubServer;
afterEach(() => server.close());

interface Asked extends Partial<RootRun> {
  readonly key?: string;
  readonly options?: JsonObject;
  /** More data of the credential. */
  readonly data?: JsonObject;
  readonly onRequest?: (request: HttpRequest) => void;
}

async function ask(
  provider: Provider,
  script: Script,
  { key = KEY, options = {}, attached = [], ports, data: more = {}, onRequest, ...run }: Asked = {},
): Promise<RootOutcome> {
  server = await provider.serve(script);
  const [type, data] = provider.credential(server.address, key);
  const redirected = redirectedHttp(provider.origin ?? server.address, server.address);
  const http: HttpPort = {
    request: (request) => {
      onRequest?.(request);
      return redirected.request(request);
    },
  };
  return runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: 'How old is the moon?', options: { systemMessage: 'Be brief.' } },
    attached: [
      { name: 'Model', type: provider.node, by: 'ai_languageModel', parameters: { ...provider.parameters, options } },
      ...attached,
    ],
    credentials: { [type]: { ...data, ...more } },
    ports: { http, ...ports },
    ...run,
  });
}

const bodies = (): readonly JsonObject[] =>
  server.received.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as JsonObject);

const weather: AttachedNode = {
  name: 'Weather',
  type: 'n8n-nodes-base.set',
  version: 3.4,
  by: 'ai_tool',
  parameters: {
    assignments: {
      assignments: [{ id: '1', name: 'weather', type: 'string', value: "={{ 'Sunny in ' + $fromAI('city', 'Name of the city') }}" }],
    },
  },
};

const callsWeather: Script = (_body, index) =>
  index === 0 ? { text: 'I look.', toolCalls: [{ name: 'Weather', args: { city: 'Rome' } }] } : { text: 'Sunny.' };

const streamed = (chunks: { readonly content?: string }[]): RootRun['responder'] => ({
  isStreaming: true,
  hintsFor: () => [],
  respond: () => false,
  respondChunk: (chunk: string) => chunks.push(JSON.parse(chunk) as object) > 0,
});

describe.each(providers.map((provider) => [provider.node, provider] as const))('%s', (_name, provider) => {
  it('answers, with its key only in the request', async () => {
    const { json, error, runData, result } = await ask(provider, [{ text: 'Old.', reasoning: 'Let me think.', tokens: [20, 3] }]);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ output: 'Old.' }]);
    expect(server.received[0]?.body).toContain('How old is the moon?');
    expect(server.received[0]?.body).toContain('Be brief.');
    expect(runData['Model']?.[0]?.data?.['ai_languageModel']?.[0]?.[0]?.json).toMatchObject({
      response: { generations: [[{ text: 'Old.', ...(provider.hasNoThoughts === true ? {} : { reasoning: 'Let me think.' }) }]] },
      tokenUsage: { promptTokens: 20, completionTokens: 3, totalTokens: 23 },
    });
    const { url, headers } = server.received[0] ?? { url: '', headers: {} };
    expect(JSON.stringify([url, headers])).toContain(KEY);
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it('streams', async () => {
    const chunks: { readonly content?: string }[] = [];
    const script: Script = [{ text: 'The moon is old.', reasoning: 'Let me think.', tokens: [20, 3] }];
    const { json, runData } = await ask(provider, script, { responder: streamed(chunks) });
    expect(json).toEqual([{ output: 'The moon is old.' }]);
    expect(chunks.map(({ content = '' }) => content).filter((content) => content !== '')).toEqual(['The moo', 'n is ol', 'd.']);
    expect(runData['Model']?.[0]?.data?.['ai_languageModel']?.[0]?.[0]?.json).toMatchObject({
      response: { generations: [[{ text: 'The moon is old.' }]] },
      tokenUsage: { totalTokens: 23 },
    });
  });

  it.each([false, true])('calls tools, streamed: %s', async (isStreaming) => {
    const more = isStreaming ? { responder: streamed([]) } : {};
    const { json, error, runData } = await ask(provider, callsWeather, { attached: [weather], ...more });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ output: 'Sunny.' }]);
    expect(JSON.stringify(bodies()[0])).toContain('Name of the city');
    expect(JSON.stringify(bodies()[1])).toContain('Sunny in Rome');
    expect(runData['Weather']).toHaveLength(1);
  });

  it('sees images', async () => {
    const data = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]).toString('base64');
    const { error } = await ask(provider, [{ text: 'A dot' }], {
      items: [{ json: {}, binary: { image: { data, mimeType: 'image/png' } } }],
    });
    expect(error).toBeUndefined();
    expect(server.received[0]?.body).toContain(data);
  });

  it.skipIf(provider.json === undefined)('answers as JSON', async () => {
    const [options = {}, sent = {}] = provider.json ?? [];
    const { json } = await ask(provider, [{ text: '{"age":4}' }], { options });
    expect(json).toEqual([{ output: '{"age":4}' }]);
    expect(bodies()[0]).toMatchObject(sent);
  });

  it('answers by a schema', async () => {
    server = await provider.serve([{ text: '{"age":4}' }]);
    const [type, data] = provider.credential(server.address, KEY);
    const { ai_languageModel } = await suppliedBy({
      type: provider.node,
      version: provider.version ?? 1,
      parameters: provider.parameters ?? {},
      credentials: { [type]: data },
      ports: { http: redirectedHttp(provider.origin ?? server.address, server.address) },
    });
    const schema: JsonSchema = { type: 'object', properties: { ageInYears: { type: 'number' } }, required: ['ageInYears'] };
    const answer = await ai_languageModel?.model.doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'How old is the moon?' }] }],
      responseFormat: { type: 'json', schema, name: 'age' },
    });
    expect(answer?.content.at(-1)).toMatchObject({ type: 'text', text: '{"age":4}' });
    expect(server.received[0]?.body).toContain('ageInYears');
  });

  it('sends nothing to an address outside of the domains of its credential', async () => {
    const { error, result } = await ask(provider, [{ text: 'Old.' }], {
      data: { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.org' },
    });
    expect(error).toContain('The credential may not be sent to');
    expect(server.received).toEqual([]);
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it('waits for an answer as long as it is told to', async () => {
    const [milliseconds, isOption] = provider.timeout ?? [];
    const timeouts: unknown[] = [];
    const onRequest = (request: HttpRequest): void => void timeouts.push(request.timeout);
    await ask(provider, [{ text: 'Old.' }], { onRequest });
    await server.close();
    await ask(provider, [{ text: 'Old.' }], { onRequest, options: { timeout: 5000 } });
    expect(timeouts).toEqual([milliseconds, isOption === true ? 5000 : milliseconds]);
  });

  it('says what to check after a refusal', async () => {
    const { result } = await ask(provider, [{ text: 'Old.' }], { key: 'wrong' });
    expect(result.resultData.error).toMatchObject({ name: 'NodeApiError', httpCode: '401', hint: 'Check the credential of the model.' });
    expect(JSON.stringify(result)).not.toContain('wrong');
  });

  it('does not show a key that the service repeats', async () => {
    const { result } = await ask(provider, [{ status: 400, error: `The key ${KEY} is not for this model` }]);
    expect(result.resultData.error?.message).toContain('The key [hidden] is not for this model');
    expect(JSON.stringify(result)).not.toContain(KEY);
  });

  it('waits as long as a busy service asks for', async () => {
    const clock = fakeClock(0);
    const script: Script = [{ status: 429, error: 'Slow down', headers: { 'retry-after': '7' } }, { text: 'Old.' }];
    const { json } = await ask(provider, script, { ports: { clock } });
    expect(json).toEqual([{ output: 'Old.' }]);
    expect(clock.now()).toBe(7000);
  });

  it.each([false, true])('stops with the run, streamed: %s', async (isStreaming) => {
    let stop = (): void => undefined;
    const script: Script = () => {
      setImmediate(() => stop());
      return { text: 'The moon is old.', hangs: true };
    };
    const { result, json } = await ask(provider, script, {
      onStart: (running) => {
        stop = () => running.stop();
      },
      ...(isStreaming ? { responder: streamed([]) } : {}),
    });
    expect(json).toEqual([]);
    expect(result.status).toBe('canceled');
  });
});
