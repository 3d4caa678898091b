// Cohere's embeddings. What all embeddings do is in _shared/ai/models/embedders.test.ts.
import { afterEach, expect, it } from 'vitest';
import { cohereServer } from '../../testing/models/cohere-server.ts';
import { suppliedBy } from '../../testing/models/run-root-node.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

it('says what texts are: stored ones or a question', async () => {
  server = await cohereServer();
  const credentials = { cohereApi: { apiKey: 'key-test', url: server.address } };
  const { ai_embedding } = await suppliedBy({ type: 'embeddingsCohere', parameters: { modelName: 'embed-english-v3.0' }, credentials });
  const { signal } = new AbortController();
  await ai_embedding?.embed(['moon'], signal);
  await ai_embedding?.embed(['moon'], signal, 'query');
  expect(server.received.map(({ url }) => url)).toEqual(['/v2/embed', '/v2/embed']);
  expect(server.received.map(({ body }) => (JSON.parse(body) as { readonly input_type: string }).input_type)).toEqual([
    'search_document',
    'search_query',
  ]);
  expect(server.received[0]?.body).toContain('embed-english-v3.0');
});
