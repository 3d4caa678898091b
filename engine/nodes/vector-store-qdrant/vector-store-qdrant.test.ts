// What only Qdrant has. What all vector stores do is in _shared/ai/vector-stores/vector-stores.test.ts.
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import { qdrantServer, type QdrantStub } from '../../testing/models/qdrant-server.ts';
import { listedValues, type RootOutcome } from '../../testing/models/run-root-node.ts';
import { embeddings, loader } from '../../testing/models/store-parts.ts';

const { run, bodies } = openAiRuns();
let server: QdrantStub;
afterEach(() => server.close());

const qdrantCollection = { __rl: true, mode: 'list', value: 'sky' };
const credentials = (): Record<string, JsonObject> => ({ qdrantApi: { qdrantUrl: server.address, apiKey: 'key' } });

const insert = (options: JsonObject = {}, more: JsonObject = {}, version = 1.3): Promise<RootOutcome> =>
  run([], {
    type: 'vectorStoreQdrant',
    version,
    parameters: { mode: 'insert', qdrantCollection, options, ...more },
    items: [{ text: 'moon' }, { text: 'sun' }, { text: 'sea' }],
    attached: [embeddings(), loader()],
    credentials: credentials(),
    ports: { uuid: randomUUID },
  });

const load = (options: JsonObject = {}): Promise<RootOutcome> =>
  run([], {
    type: 'vectorStoreQdrant',
    parameters: { mode: 'load', prompt: 'moon', qdrantCollection, options },
    attached: [embeddings()],
    credentials: credentials(),
  });

describe('the vector store of Qdrant', () => {
  it('creates the collection for vectors of this length, once', async () => {
    server = await qdrantServer();
    await insert();
    await insert();
    expect(server.configs.get('sky')).toEqual({ vectors: { size: 32, distance: 'Cosine' } });
    expect(server.received.filter(({ method, url }) => method === 'PUT' && url === '/collections/sky')).toHaveLength(1);
    expect(server.points.get('sky')?.size).toBe(6);
  });

  it('creates the collection with its own settings', async () => {
    server = await qdrantServer();
    await insert({ collectionConfig: '{ "vectors": { "size": 32, "distance": "Dot" }, "on_disk_payload": true }' });
    expect(server.configs.get('sky')).toEqual({ vectors: { size: 32, distance: 'Dot' }, on_disk_payload: true });
  });

  it('has keys of the payload of its own', async () => {
    server = await qdrantServer();
    const keys = { contentPayloadKey: 'page', metadataPayloadKey: 'about' };
    await insert(keys);
    const [point] = server.points.get('sky')?.values() ?? [];
    expect(point?.payload).toMatchObject({ page: 'moon', about: { source: 'blob' } });
    expect((await load(keys)).json[0]).toMatchObject({ document: { pageContent: 'moon', metadata: { source: 'blob' } } });
  });

  it.each([
    [1, 3],
    [1.1, 2],
    [1.2, 2],
    [1.3, 2],
  ])('embeds in version %d by %d requests', async (version, requests) => {
    server = await qdrantServer();
    await insert({}, { embeddingBatchSize: 2 }, version);
    expect(bodies()).toHaveLength(requests);
  });

  it.each(['[]', '{', '"text"'])('rejects the filter %s', async (searchFilterJson) => {
    server = await qdrantServer();
    await insert();
    expect((await load({ searchFilterJson })).error).toContain('is not a JSON object');
  });

  it('lists the collections', async () => {
    server = await qdrantServer();
    await insert();
    const list = { type: 'vectorStoreQdrant', version: 1.3, method: 'qdrantCollectionsSearch', credentials: credentials() };
    expect(await listedValues(list)).toEqual(['sky']);
    expect(await listedValues({ ...list, filter: 'x' })).toEqual([]);
  });
});
