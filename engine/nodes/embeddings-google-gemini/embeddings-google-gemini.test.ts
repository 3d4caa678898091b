// Gemini's embeddings. What all embeddings do is in _shared/ai/models/embedders.test.ts.
import { afterEach, expect, it } from 'vitest';
import { geminiServer } from '../../testing/models/gemini-server.ts';
import { listedValues, suppliedBy } from '../../testing/models/run-root-node.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

it('asks the model that is chosen, and lists those with embeddings', async () => {
  server = await geminiServer([]);
  const node = { type: 'embeddingsGoogleGemini', credentials: { googlePalmApi: { apiKey: 'key-test', host: server.address } } };
  const { ai_embedding } = await suppliedBy({ ...node, parameters: { modelName: 'models/text-embedding-004' } });
  await ai_embedding?.embed(['moon', 'sun'], new AbortController().signal);
  expect(server.received[0]?.url).toBe('/v1beta/models/text-embedding-004:batchEmbedContents?key=key-test');
  expect(await listedValues(node)).toEqual(['models/gemini-embedding-001']);
});
