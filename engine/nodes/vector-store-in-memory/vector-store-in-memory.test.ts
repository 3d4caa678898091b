// The vector store in memory, in all its modes.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { Principal } from '../../execution/index.ts';
import { ProcessVectors } from '../../execution/process-vectors.ts';
import { cohereServer } from '../../testing/models/cohere-server.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import { listedValues, type AttachedNode, type RootOutcome, type RootRun } from '../../testing/models/run-root-node.ts';
import { embeddings, loader, store } from '../../testing/models/store-parts.ts';

const TYPE = 'vectorStoreInMemory';
const { run, bodies } = openAiRuns();

/** Runs that share the memory of a process. */
function shared(
  vectors = new ProcessVectors(),
  user: string | null = null,
): Pick<RootRun, 'ports' | 'principal'> & { readonly vectors: ProcessVectors } {
  return {
    vectors,
    principal: Principal.ofPerson(user),
    ports: { uuid: randomUUID, vectors: (principal, id) => vectors.of(principal, id) },
  };
}

const texts = ['the moon is bright', 'the sun is hot', 'rivers run to the sea'].map((text, number) => ({ text, number }));

const insert = (more: Partial<RootRun> = {}, parameters: JsonObject = {}, version?: number): Promise<RootOutcome> =>
  run([], {
    type: TYPE,
    ...(version === undefined ? {} : { version }),
    parameters: { mode: 'insert', ...parameters },
    items: texts,
    attached: [embeddings(), loader({ options: { metadata: { metadataValues: [{ name: 'number', value: '={{ $json.number }}' }] } } })],
    ...more,
  });

const load = (
  prompt: string,
  more: Partial<RootRun> = {},
  parameters: JsonObject = {},
  attached: readonly AttachedNode[] = [],
): Promise<RootOutcome> =>
  run([], { type: TYPE, parameters: { mode: 'load', prompt, ...parameters }, attached: [embeddings(), ...attached], ...more });

const found = ({ json }: RootOutcome): readonly unknown[] => json.map(({ document }) => (document as JsonObject)['pageContent']);

describe('the vector store in memory', () => {
  it('inserts the documents of all items, embedded together', async () => {
    const { json, error, runData } = await insert(shared());
    expect(error).toBeUndefined();
    expect(json).toMatchObject([
      { pageContent: 'the moon is bright', metadata: { number: 0, source: 'blob', line: 1, loc: { lines: { from: 1, to: 1 } } } },
      { pageContent: 'the sun is hot', metadata: { number: 1 } },
      { pageContent: 'rivers run to the sea', metadata: { number: 2 } },
    ]);
    expect(runData['Root']?.[0]?.data?.['main']?.[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
    expect(bodies()).toHaveLength(1);
    expect(runData['Loader']).toHaveLength(3);
    expect(runData['Embeddings of Root']?.[0]?.data?.['ai_embedding']?.[0]?.[0]?.json).toEqual({ vectors: 3, dimensions: 32 });
  });

  it('finds the closest documents, with their score', async () => {
    const process = shared();
    await insert(process);
    const outcome = await load('hot sun', process, { topK: 2 });
    expect(found(outcome)).toEqual(['the sun is hot', 'the moon is bright']);
    expect(outcome.json[0]?.['score']).toBeCloseTo(2 / Math.sqrt(8), 5);
    expect((await load('hot sun', process, { topK: 1, includeDocumentMetadata: false })).json[0]?.['document']).toEqual({
      pageContent: 'the sun is hot',
    });
  });

  it('has up to 4 results by default, and none for an empty store', async () => {
    const process = shared();
    expect((await load('moon', process)).json).toEqual([]);
    await insert(process);
    await insert(process);
    expect((await load('moon', process)).json).toHaveLength(4);
  });

  it('removes all documents before it inserts new ones, once', async () => {
    const process = shared();
    await insert(process);
    await insert(process, { clearStore: true });
    expect((await load('moon', process, { topK: 100 })).json).toHaveLength(3);
    await insert({ ...process, node: { onError: 'continueRegularOutput' } }, { clearStore: true });
    expect((await load('moon', process, { topK: 100 })).json).toHaveLength(3);
  });

  it('is searched by an agent, as a tool', async () => {
    const process = shared();
    await insert(process);
    const { runData } = await run([{ toolCalls: [{ name: 'Store', args: { input: 'bright moon' } }] }, { text: 'It is bright' }], {
      type: 'agent',
      parameters: { promptType: 'define', text: 'Is the moon bright?' },
      attached: store(TYPE, { mode: 'retrieve-as-tool', toolDescription: 'Searches the sky', topK: 1 }, 'ai_tool'),
      ...process,
    });
    expect(runData['Root']?.[0]?.data?.['main']?.[0]?.[0]?.json).toEqual({ output: 'It is bright' });
    const [call] = bodies().filter((body) => 'tools' in body);
    expect(call?.['tools']).toMatchObject([{ function: { name: 'Store', description: 'Searches the sky' } }]);
    expect(JSON.stringify(bodies().at(-1))).toContain('the moon is bright');
    expect(runData['Store']).toHaveLength(1);
    expect(runData['Embeddings of Store']).toHaveLength(1);
  });

  it.each<[number, string]>([
    [1, 'sky_search'],
    [1.1, 'sky_search'],
    [1.2, 'sky_search'],
    [1.3, 'Store'],
  ])('is a tool in version %d with the name %s', async (version, name) => {
    await run([{ text: 'Done' }], {
      type: 'agent',
      parameters: { promptType: 'define', text: 'Hi' },
      attached: store(TYPE, { mode: 'retrieve-as-tool', toolName: 'sky_search', toolDescription: 'Searches' }, 'ai_tool', 'Root', version),
    });
    expect(bodies()[0]?.['tools']).toMatchObject([{ function: { name } }]);
  });

  it('answers the questions of a chain, through a retriever', async () => {
    const process = shared();
    await insert(process);
    const { json, error, runData } = await run([{ text: 'It is hot.' }], {
      type: 'chainRetrievalQa',
      items: [{ chatInput: 'Is the sun hot?' }],
      attached: [
        { name: 'Retriever', type: 'retrieverVectorStore', by: 'ai_retriever', parameters: { topK: 1 } },
        ...store(TYPE, { mode: 'retrieve' }, 'ai_vectorStore', 'Retriever'),
      ],
      ...process,
    });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ response: 'It is hot.' }]);
    expect(JSON.stringify(bodies().at(-1))).toContain('Context: the sun is hot');
    expect(Object.keys(runData)).toEqual(expect.arrayContaining(['Retriever', 'Store', 'Embeddings of Store']));
    expect(runData['Store']?.[0]?.data?.['ai_vectorStore']?.[0]?.[0]?.json).toMatchObject({
      response: [{ pageContent: 'the sun is hot' }],
    });
  });

  it('has its results sorted by a reranker', async () => {
    const process = shared();
    await insert(process);
    const cohere = await cohereServer();
    const reranker: AttachedNode = { name: 'Reranker', type: 'rerankerCohere', by: 'ai_reranker', parameters: { topN: 1 } };
    const credentials = { cohereApi: { apiKey: 'key', url: cohere.address } };
    try {
      const outcome = await load('hot sun', { ...process, credentials }, { useReranker: true }, [reranker]);
      expect(outcome.json).toEqual([
        { document: { pageContent: 'the sun is hot', metadata: expect.not.objectContaining({ relevanceScore: 2 }) }, score: 2 },
      ]);
      expect(outcome.runData['Reranker']).toHaveLength(1);
    } finally {
      await cohere.close();
    }
  });

  it.each([1, 1.1])('belongs to one workflow in version %d', async (version) => {
    const process = shared();
    await insert(process, {}, version);
    expect((await load('moon', process, {}, [])).json).toEqual([]);
    expect((await load('moon', { ...process, version })).json).toHaveLength(3);
    expect(bodies()).toHaveLength(1);
  });

  it('is shared by the workflows of a user, since version 1.2, and nobody else', async () => {
    const process = shared();
    await insert(process, { memoryKey: { __rl: true, mode: 'id', value: 'sky' } }, 1.2);
    const parameters = { memoryKey: { __rl: true, mode: 'id', value: 'sky' } };
    expect((await load('moon', { ...process, version: 1.2 }, parameters)).json).toHaveLength(3);
    expect((await load('moon', { ...shared(process.vectors, 'bob'), version: 1.2 }, parameters)).json).toEqual([]);
    const lists = (user: string | null): Promise<readonly unknown[]> =>
      listedValues({
        type: TYPE,
        version: 1.3,
        method: 'vectorStoresSearch',
        ports: { vectors: () => process.vectors.of(Principal.ofPerson(user), 'any') },
      });
    expect(await lists(null)).toEqual(['sky', 'vector_store_key']);
    expect(await lists('bob')).toEqual(['vector_store_key']);
  });

  it('embeds one item after the other if the node continues on failure', async () => {
    const items = [{ text: 'good' }, { text: 'word '.repeat(3) }];
    const { json } = await insert({ ...shared(), items, node: { onError: 'continueRegularOutput' } });
    expect(json).toHaveLength(2);
    expect(bodies()).toHaveLength(2);
  });

  it('embeds in batches, since version 1.1', async () => {
    await insert(shared(), { embeddingBatchSize: 2 });
    expect(bodies().map(({ input }) => (input as readonly string[]).length)).toEqual([2, 1]);
    await insert(shared(), { embeddingBatchSize: 2 }, 1);
    expect(bodies()).toHaveLength(3);
  });

  it('says what is wrong if the question is embedded by another model', async () => {
    const vectors = new ProcessVectors();
    const process = shared(vectors);
    await vectors
      .of(process.principal ?? Principal.nobody, 'test')
      .store('vector_store_key', 'user')
      .add([{ id: '1', document: { pageContent: 'short', metadata: {} }, vector: Float32Array.of(1, 2) }], false);
    expect((await load('moon', process)).error).toContain('has vectors of 2 numbers, and the embedding model returned 32');
    expect((await insert(process)).error).toContain('has vectors of 2 numbers');
  });

  it('stores documents in the database, if that is chosen', async () => {
    const added: boolean[] = [];
    const list = {
      entries: async () => [],
      clear: async () => undefined,
      add: async (_: unknown, stored: boolean) => void added.push(stored),
    };
    const ports = { vectors: () => ({ names: async () => [], store: () => list }) };
    await insert({ ports });
    await insert({ ports }, { storeInDatabase: true });
    expect(added).toEqual([false, true]);
    expect((await insert({}, { storeInDatabase: true })).error).toContain('has no database');
  });

  it('needs an embedding model, and a connection in the modes of attached nodes', async () => {
    expect((await run([], { type: TYPE, parameters: { mode: 'load', prompt: 'x' } })).error).toContain('Embedding');
    expect((await insert({}, { memoryKey: { __rl: true, mode: 'id', value: ' ' } })).error).toContain('has no name');
  });
});

describe('the memory of the process', () => {
  const entry = (id: string, size: number) => ({
    id,
    document: { pageContent: 'x'.repeat(size), metadata: {} },
    vector: Float32Array.of(1),
  });
  const of = (vectors: ProcessVectors, name: string) => vectors.of(Principal.ofPerson(null), 'w').store(name, 'user');
  const sizes = async (vectors: ProcessVectors, ...names: readonly string[]): Promise<readonly number[]> =>
    Promise.all(names.map(async (name) => (await of(vectors, name).entries()).length));

  it('removes the least recently used stores', async () => {
    const vectors = new ProcessVectors({ perStore: 1000, total: 1500 });
    await of(vectors, 'a').add([entry('1', 300)], false);
    await of(vectors, 'b').add([entry('1', 300)], false);
    await of(vectors, 'a').entries();
    await of(vectors, 'c').add([entry('1', 300)], false);
    expect(await sizes(vectors, 'a', 'b', 'c')).toEqual([1, 0, 1]);
  });

  it('rejects what is too large for one store, and keeps its documents', async () => {
    const vectors = new ProcessVectors({ perStore: 1000, total: 1500 });
    await of(vectors, 'a').add([entry('1', 300)], false);
    await expect(of(vectors, 'a').add([entry('2', 300)], false)).rejects.toThrow('which is the limit in memory');
    await of(vectors, 'a').add([entry('1', 400)], false);
    expect(await sizes(vectors, 'a')).toEqual([1]);
  });

  it('separates users and workflows', async () => {
    const vectors = new ProcessVectors();
    const scoped = (user: string | null, workflow: string) => vectors.of(Principal.ofPerson(user), workflow);
    await scoped('ann', 'w')
      .store('s', 'workflow')
      .add([entry('1', 1)], false);
    expect(await scoped('ann', 'w').names('workflow')).toEqual(['s']);
    expect(await scoped('ann', 'v').names('workflow')).toEqual([]);
    expect(await scoped('ann', 'w').names('user')).toEqual([]);
    expect(await scoped('bob', 'w').names('workflow')).toEqual([]);
    expect(await vectors.of(Principal.nobody, 'w').names('workflow')).toEqual([]);
  });
});
