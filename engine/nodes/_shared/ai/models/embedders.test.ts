// Every node with embeddings, on a server with the API of its service.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contract/json.ts';
import type { Embedder } from '../../../../sdk/index.ts';
import { fakeClock } from '../../../../testing/fake-ports.ts';
import { cohereServer } from '../../../../testing/models/cohere-server.ts';
import { geminiServer } from '../../../../testing/models/gemini-server.ts';
import { mistralServer } from '../../../../testing/models/mistral-server.ts';
import { ollamaServer } from '../../../../testing/models/ollama-server.ts';
import { openAiServer } from '../../../../testing/models/open-ai-server.ts';
import { redirectedHttp, suppliedBy } from '../../../../testing/models/run-root-node.ts';
import { wordVector } from '../../../../testing/models/scripted-model.ts';
import type { StubServer } from '../../../../testing/stub-server.ts';

interface Service {
  readonly node: string;
  readonly serve: () => Promise<StubServer>;
  readonly credential: (address: string, key: string) => readonly [type: string, data: JsonObject];
  readonly origin?: string;
  /** Maximum number of texts per request. */
  readonly limit: number;
}

const services: readonly Service[] = [
  {
    node: 'embeddingsOpenAi',
    serve: () => openAiServer([]),
    credential: (address, apiKey) => ['openAiApi', { apiKey, url: `${address}/v1` }],
    limit: 512,
  },
  {
    node: 'embeddingsGoogleGemini',
    serve: () => geminiServer([]),
    credential: (host, apiKey) => ['googlePalmApi', { host, apiKey }],
    limit: 100,
  },
  {
    node: 'embeddingsOllama',
    serve: () => ollamaServer([]),
    credential: (baseUrl, apiKey) => ['ollamaApi', { baseUrl, apiKey }],
    limit: 64,
  },
  {
    node: 'embeddingsMistralCloud',
    serve: () => mistralServer([]),
    credential: (_address, apiKey) => ['mistralCloudApi', { apiKey }],
    origin: 'https://api.mistral.ai',
    limit: 32,
  },
  {
    node: 'embeddingsCohere',
    serve: () => cohereServer(),
    credential: (url, apiKey) => ['cohereApi', { url, apiKey }],
    limit: 96,
  },
];

let server: StubServer;
afterEach(() => server.close());

async function embedder(service: Service, key = 'key-test'): Promise<Embedder> {
  server = await service.serve();
  const [type, data] = service.credential(server.address, key);
  const http = redirectedHttp(service.origin ?? server.address, server.address);
  const { ai_embedding } = await suppliedBy({
    type: service.node,
    version: service.node === 'embeddingsOpenAi' ? 1.2 : 1,
    credentials: { [type]: data },
    ports: { http },
  });
  return ai_embedding as Embedder;
}

const { signal } = new AbortController();

describe.each(services.map((service) => [service.node, service] as const))('%s', (_name, service) => {
  it('returns a vector per text, in batches of the service', async () => {
    const node = await embedder(service);
    const texts = Array.from({ length: service.limit + 1 }, (_, index) => `word${index % 2 === 0 ? 'a' : 'b'}`);
    const vectors = await node.embed(texts, signal);
    expect(vectors).toEqual(texts.map((text) => wordVector(text)));
    expect(server.received).toHaveLength(2);
    expect(JSON.stringify([server.received[0]?.url, server.received[0]?.headers])).toContain('key-test');
  });

  it('sends nothing for no texts', async () => {
    expect(await (await embedder(service)).embed([], signal)).toEqual([]);
    expect(server.received).toEqual([]);
  });

  it('says what to check after a refusal, without the key', async () => {
    const node = await embedder(service, 'wrong');
    const failure = await node.embed(['moon'], signal).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'NODE_REQUEST_FAILED', httpCode: '401', hint: 'Check the credential of the model.' });
    expect(String(failure)).not.toContain('wrong');
  });

  it('stops with the run', async () => {
    const node = await embedder(service);
    await expect(node.embed(['moon'], AbortSignal.abort(new Error('Stopped')))).rejects.toThrow('Stopped');
    expect(server.received).toEqual([]);
  });
});

it('repeats requests of a busy service, after the pause that it asks for', async () => {
  server = await cohereServer([{ status: 429, message: 'Slow down' }]);
  const clock = fakeClock(0);
  const credentials = { cohereApi: { url: server.address, apiKey: 'key-test' } };
  const { ai_embedding } = await suppliedBy({ type: 'embeddingsCohere', credentials, ports: { clock } });
  expect(await ai_embedding?.embed(['moon'], signal)).toHaveLength(1);
  expect(clock.now()).toBe(7000);
});
