// Cohere's ranking of documents.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { Reranker } from '../../sdk/index.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { cohereServer } from '../../testing/models/cohere-server.ts';
import { suppliedBy } from '../../testing/models/run-root-node.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const clock = fakeClock(0);
const { signal } = new AbortController();
const documents = ['the sun', 'the moon and a moon', 'the moon'].map((pageContent, id) => ({ pageContent, metadata: { id } }));

async function reranker(
  parameters: JsonObject = {},
  failures: Parameters<typeof cohereServer>[0] = [],
  apiKey = 'key-test',
): Promise<Reranker> {
  server = await cohereServer(failures);
  const { ai_reranker } = await suppliedBy({
    type: 'rerankerCohere',
    parameters,
    credentials: { cohereApi: { apiKey, url: server.address } },
    ports: { clock },
  });
  return ai_reranker as Reranker;
}

describe('Reranker Cohere', () => {
  it('returns the most relevant documents, with their score', async () => {
    const node = await reranker({ modelName: 'rerank-english-v3.0', topN: 2 });
    const ranked = await node.rerank('moon', documents, signal);
    expect(ranked.map(({ pageContent }) => pageContent)).toEqual(['the moon and a moon', 'the moon']);
    expect(ranked[0]?.metadata).toEqual({ id: 1, relevanceScore: 2 });
    expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({ model: 'rerank-english-v3.0', top_n: 2, query: 'moon' });
  });

  it('sends nothing for no documents', async () => {
    expect(await (await reranker()).rerank('moon', [], signal)).toEqual([]);
    expect(server.received).toEqual([]);
  });

  it('waits as long as a busy service asks for', async () => {
    const node = await reranker({}, [{ status: 429, message: 'Slow down' }]);
    expect(await node.rerank('moon', documents, signal)).toHaveLength(3);
    expect(clock.now()).toBe(7000);
  });

  it('says what to check after a refusal, without the key', async () => {
    const node = await reranker({}, [], 'wrong');
    const failure = await node.rerank('moon', documents, signal).catch((error: unknown) => error);
    expect(failure).toMatchObject({ httpCode: '401', hint: 'Check the credential of the model.' });
    expect(String(failure)).not.toContain('wrong');
  });
});
