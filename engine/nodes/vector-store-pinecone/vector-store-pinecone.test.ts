// What only Pinecone has. What all vector stores do is in _shared/ai/vector-stores/vector-stores.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import { pineconeOrigins, pineconeServer, type PineconeStub } from '../../testing/models/pinecone-server.ts';
import { listedValues, redirectedHttp, type RootOutcome } from '../../testing/models/run-root-node.ts';
import { embeddings, loader } from '../../testing/models/store-parts.ts';

const { run, bodies } = openAiRuns();
let server: PineconeStub;
afterEach(() => server.close());

const pineconeIndex = { __rl: true, mode: 'list', value: 'documents' };
const access = () => ({
  credentials: { pineconeApi: { apiKey: 'key' } },
  ports: { http: redirectedHttp(pineconeOrigins, server.address) },
});

const use = (parameters: JsonObject, items: readonly JsonObject[] = [{ text: 'moon' }], version = 1.3): Promise<RootOutcome> =>
  run([], {
    type: 'vectorStorePinecone',
    version,
    parameters: { pineconeIndex, ...parameters },
    items,
    attached: [embeddings(), ...(parameters['mode'] === 'insert' ? [loader()] : [])],
    ...access(),
  });

const texts = (namespace = ''): readonly unknown[] =>
  [...(server.namespaces.get(namespace)?.values() ?? [])].map(({ metadata }) => metadata['text']);

describe('the vector store of Pinecone', () => {
  it('asks for the address of the index once, and names the version of the API', async () => {
    server = await pineconeServer();
    await use({ mode: 'insert' });
    expect(server.received.map(({ url }) => url)).toEqual(['/indexes/documents', '/vectors/upsert']);
    expect(server.received[1]?.headers['x-pinecone-api-version']).toBe('2025-04');
  });

  it('stores metadata without inner objects', async () => {
    server = await pineconeServer();
    await use({ mode: 'insert' });
    const [vector] = server.namespaces.get('')?.values() ?? [];
    expect(vector?.metadata).toEqual({
      text: 'moon',
      source: 'blob',
      blobType: 'application/json',
      line: 1,
      'loc.lines.from': 1,
      'loc.lines.to': 1,
    });
  });

  it('uses a namespace, and clears it before it inserts', async () => {
    server = await pineconeServer();
    const options = { pineconeNamespace: 'own', clearNamespace: true };
    for (const text of ['moon', 'sun']) expect((await use({ mode: 'insert', options }, [{ text }])).error).toBeUndefined();
    expect(texts('own')).toEqual(['sun']);
    expect(texts()).toEqual([]);
    expect((await use({ mode: 'load', prompt: 'sun', options: { pineconeNamespace: 'own' } })).json).toHaveLength(1);
    expect((await use({ mode: 'load', prompt: 'sun' })).json).toEqual([]);
  });

  it('replaces a document by its id', async () => {
    server = await pineconeServer();
    await use({ mode: 'insert' });
    const [id] = server.namespaces.get('')?.keys() ?? [];
    const { json, error } = await use({ mode: 'update', id: id ?? '' }, [{ text: 'sun' }]);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ pageContent: '{"text":"sun"}', metadata: {} }]);
    expect(texts()).toEqual(['{"text":"sun"}']);
    expect((await use({ mode: 'update', id: ' ' })).error).toContain('No document is named');
  });

  it('sends many vectors by several requests', async () => {
    server = await pineconeServer();
    await use(
      { mode: 'insert' },
      Array.from({ length: 60 }, (_, index) => ({ text: `moon ${index}` })),
    );
    expect(server.received.filter(({ url }) => url === '/vectors/upsert')).toHaveLength(3);
    expect(texts()).toHaveLength(60);
  });

  it.each([
    [1, 3],
    [1.1, 2],
    [1.2, 2],
    [1.3, 2],
  ])('embeds in version %d by %d requests', async (version, requests) => {
    server = await pineconeServer();
    await use({ mode: 'insert', embeddingBatchSize: 2 }, [{ text: 'a' }, { text: 'b' }, { text: 'c' }], version);
    expect(bodies()).toHaveLength(requests);
  });

  it('lists the indexes', async () => {
    server = await pineconeServer();
    expect(await listedValues({ type: 'vectorStorePinecone', version: 1.3, method: 'pineconeIndexSearch', ...access() })).toEqual([
      'archive',
      'documents',
    ]);
  });
});
