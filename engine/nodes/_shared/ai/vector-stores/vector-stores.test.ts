// The vector stores of services, on servers with their APIs. What all modes do is in the test of the vector store in memory.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contract/json.ts';
import { openAiRuns } from '../../../../testing/models/open-ai-runs.ts';
import { pineconeOrigins, pineconeServer } from '../../../../testing/models/pinecone-server.ts';
import { qdrantServer } from '../../../../testing/models/qdrant-server.ts';
import { redirectedHttp, type RootOutcome } from '../../../../testing/models/run-root-node.ts';
import { embeddings, loader, store } from '../../../../testing/models/store-parts.ts';
import { supabaseServer } from '../../../../testing/models/supabase-server.ts';
import type { StubServer } from '../../../../testing/stub-server.ts';

interface Service {
  readonly type: string;
  readonly serve: () => Promise<StubServer>;
  readonly credential: (address: string, key: string) => readonly [type: string, data: JsonObject];
  /** Parameters that name the store. */
  readonly parameters: JsonObject;
  /** Options of a search for documents whose metadata has the number 1. */
  readonly filter: JsonObject;
}

const locator = (value: string): JsonObject => ({ __rl: true, mode: 'id', value });
const metadata = (value: string): JsonObject => ({ metadata: { metadataValues: [{ name: 'number', value }] } });

const services: readonly Service[] = [
  {
    type: 'vectorStoreQdrant',
    serve: qdrantServer,
    credential: (qdrantUrl, apiKey) => ['qdrantApi', { qdrantUrl: `${qdrantUrl}/`, apiKey }],
    parameters: { qdrantCollection: locator('the sky') },
    filter: { searchFilterJson: '{ "must": [{ "key": "metadata.number", "match": { "value": "1" } }] }' },
  },
  {
    type: 'vectorStorePinecone',
    serve: pineconeServer,
    credential: (_, apiKey) => ['pineconeApi', { apiKey }],
    parameters: { pineconeIndex: locator('documents') },
    filter: metadata('1'),
  },
  {
    type: 'vectorStoreSupabase',
    serve: supabaseServer,
    credential: (host, serviceRole) => ['supabaseApi', { host, serviceRole }],
    parameters: { tableName: locator('documents') },
    filter: metadata('1'),
  },
];

const { run } = openAiRuns();
let server: StubServer | undefined;
afterEach(() => server?.close());

const access = (service: Service, key = 'key-test') => {
  const [type, data] = service.credential(server?.address ?? '', key);
  return { credentials: { [type]: data }, ports: { http: redirectedHttp(pineconeOrigins, server?.address ?? '') } };
};

const insert = (service: Service, key?: string): Promise<RootOutcome> =>
  run([], {
    type: service.type,
    parameters: { mode: 'insert', ...service.parameters },
    items: ['the moon is bright', 'the sun is hot', 'rivers run'].map((text, number) => ({ text, number })),
    attached: [embeddings(), loader({ options: metadata('={{ String($json.number) }}') })],
    ...access(service, key),
  });

const load = (service: Service, parameters: JsonObject = {}, key?: string): Promise<RootOutcome> =>
  run([], {
    type: service.type,
    parameters: { mode: 'load', prompt: 'the hot sun', topK: 2, ...service.parameters, ...parameters },
    attached: [embeddings()],
    ...access(service, key),
  });

describe.each(services.map((service) => [service.type, service] as const))('%s', (_, service) => {
  it('stores documents, and finds the closest ones', async () => {
    server = await service.serve();
    const inserted = await insert(service);
    expect(inserted.error).toBeUndefined();
    expect(inserted.json.map(({ pageContent }) => pageContent)).toEqual(['the moon is bright', 'the sun is hot', 'rivers run']);
    const { json, error } = await load(service);
    expect(error).toBeUndefined();
    expect(json.map(({ document }) => (document as JsonObject)['pageContent'])).toEqual(['the sun is hot', 'the moon is bright']);
    expect(json[0]?.['score']).toBeGreaterThan(Number(json[1]?.['score']));
    expect(json[0]).toMatchObject({ document: { metadata: { number: '1', source: 'blob' } } });
  });

  it('searches only documents that match a filter', async () => {
    server = await service.serve();
    await insert(service);
    const { json } = await load(service, { options: service.filter, topK: 10 });
    expect(json.map(({ document }) => (document as JsonObject)['pageContent'])).toEqual(['the sun is hot']);
  });

  it('is searched by an agent, as a tool', async () => {
    server = await service.serve();
    await insert(service);
    const { error, runData } = await run([{ toolCalls: [{ name: 'Store', args: { input: 'sun' } }] }, { text: 'Hot' }], {
      type: 'agent',
      parameters: { promptType: 'define', text: 'How is the sun?' },
      attached: store(service.type, { mode: 'retrieve-as-tool', toolDescription: 'The sky', topK: 1, ...service.parameters }, 'ai_tool'),
      ...access(service),
    });
    expect(error).toBeUndefined();
    expect(runData['Store']?.[0]?.data?.['ai_tool']?.[0]?.[0]?.json['response']).toMatchObject([{ pageContent: 'the sun is hot' }]);
  });

  it('says what to check after a refusal, without the key', async () => {
    server = await service.serve();
    for (const { error, result } of [await insert(service, 'wrong'), await load(service, {}, 'wrong')]) {
      expect(error).toContain('refused the request with status 401');
      expect(result.resultData.error?.hint).toContain('Check the credential');
      expect(JSON.stringify(result.resultData.error)).not.toContain('wrong');
    }
  });

  it('needs a name', async () => {
    server = await service.serve();
    const [parameter = ''] = Object.keys(service.parameters);
    expect((await load(service, { [parameter]: locator('') })).error).toMatch(/^No (?:collection|index|table) is selected/);
  });

  it('says that a store does not exist', async () => {
    server = await service.serve();
    const [parameter = ''] = Object.keys(service.parameters);
    const name = service.type === 'vectorStoreSupabase' ? { options: { queryName: 'other' } } : { [parameter]: locator('other') };
    const { error, result } = await load(service, name);
    expect(error).toContain('status 404');
    expect(result.resultData.error?.hint).toBeTruthy();
  });
});
