// Mistral's embeddings. What all embeddings do is in _shared/ai/models/embedders.test.ts.
import { afterEach, expect, it } from 'vitest';
import { mistralServer } from '../../testing/models/mistral-server.ts';
import { listedValues, redirectedHttp, suppliedBy } from '../../testing/models/run-root-node.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

it('sends its options, and lists the models with embeddings', async () => {
  server = await mistralServer([]);
  const ports = { http: redirectedHttp('https://api.mistral.ai', server.address) };
  const node = { type: 'embeddingsMistralCloud', credentials: { mistralCloudApi: { apiKey: 'key-test' } }, ports };
  const { ai_embedding } = await suppliedBy({ ...node, parameters: { options: { batchSize: 1, stripNewLines: false } } });
  await ai_embedding?.embed(['moon\nsun', 'star'], new AbortController().signal);
  expect(server.received).toHaveLength(2);
  expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({ model: 'mistral-embed', input: ['moon\nsun'] });
  expect(await listedValues(node)).toEqual(['mistral-embed']);
});
