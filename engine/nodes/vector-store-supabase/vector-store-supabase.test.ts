// What only Supabase has. What all vector stores do is in _shared/ai/vector-stores/vector-stores.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import { listedValues, type RootOutcome } from '../../testing/models/run-root-node.ts';
import { embeddings, loader } from '../../testing/models/store-parts.ts';
import { supabaseServer, type SupabaseStub } from '../../testing/models/supabase-server.ts';

const { run, bodies } = openAiRuns();
let server: SupabaseStub;
afterEach(() => server.close());

const tableName = { __rl: true, mode: 'list', value: 'documents' };
const credentials = (host = server.address): Record<string, JsonObject> => ({ supabaseApi: { host, serviceRole: 'key' } });

const use = (parameters: JsonObject, items: readonly JsonObject[] = [{ text: 'moon' }], version = 1.3): Promise<RootOutcome> =>
  run([], {
    type: 'vectorStoreSupabase',
    version,
    parameters: { tableName, ...parameters },
    items,
    attached: [embeddings(), ...(parameters['mode'] === 'insert' ? [loader()] : [])],
    credentials: credentials(),
  });

describe('the vector store of Supabase', () => {
  it('stores rows with a text, its metadata and its vector', async () => {
    server = await supabaseServer();
    await use({ mode: 'insert' }, [{ text: 'moon\0' }]);
    expect([...server.rows.values()]).toEqual([
      { id: 1, content: 'moon', metadata: expect.objectContaining({ line: 1 }), embedding: expect.any(Array) },
    ]);
    expect(server.received[0]?.headers).toMatchObject({ apikey: 'key', authorization: 'Bearer key' });
  });

  it('asks the function that is named', async () => {
    server = await supabaseServer();
    await use({ mode: 'load', prompt: 'moon', options: { queryName: 'find documents' } });
    await use({ mode: 'load', prompt: 'moon' });
    expect(server.received.map(({ url }) => url)).toEqual(['/rest/v1/rpc/find%20documents', '/rest/v1/rpc/match_documents']);
    expect(JSON.parse(server.received[1]?.body ?? '')).toMatchObject({ match_count: 4, filter: {} });
  });

  it('replaces a document by its id', async () => {
    server = await supabaseServer();
    await use({ mode: 'insert' });
    const { json } = await use({ mode: 'update', id: '={{ $json.id }}' }, [{ id: 1, text: 'sun' }]);
    expect(json).toEqual([{ pageContent: '{"id":1,"text":"sun"}', metadata: {} }]);
    expect([...server.rows.values()].map(({ content }) => content)).toEqual(['{"id":1,"text":"sun"}']);
  });

  it.each([
    [1, 3],
    [1.1, 2],
    [1.2, 2],
    [1.3, 2],
  ])('embeds in version %d by %d requests', async (version, requests) => {
    server = await supabaseServer();
    await use({ mode: 'insert', embeddingBatchSize: 2 }, [{ text: 'a' }, { text: 'b' }, { text: 'c' }], version);
    expect(bodies()).toHaveLength(requests);
  });

  it('lists the tables', async () => {
    server = await supabaseServer();
    const list = { type: 'vectorStoreSupabase', version: 1.3, method: 'supabaseTableNameSearch', credentials: credentials() };
    expect(await listedValues(list)).toEqual(['documents', 'notes']);
  });

  it('needs an address', async () => {
    server = await supabaseServer();
    const list = { type: 'vectorStoreSupabase', version: 1.3, method: 'supabaseTableNameSearch', credentials: credentials('') };
    await expect(listedValues(list)).rejects.toThrow('is not a URL');
  });
});
