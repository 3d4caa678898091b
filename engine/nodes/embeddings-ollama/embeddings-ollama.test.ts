// Embeddings of an Ollama. What all embeddings do is in _shared/ai/models/embedders.test.ts.
import { afterEach, expect, it } from 'vitest';
import { ollamaServer } from '../../testing/models/ollama-server.ts';
import { listedValues, redirectedHttp, suppliedBy } from '../../testing/models/run-root-node.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const { signal } = new AbortController();

it('asks the Ollama of this computer if it has no credential', async () => {
  server = await ollamaServer([]);
  const ports = { http: redirectedHttp('http://localhost:11434', server.address) };
  const { ai_embedding } = await suppliedBy({ type: 'embeddingsOllama', parameters: { model: 'nomic-embed-text' }, ports });
  expect(await ai_embedding?.embed(['moon'], signal)).toHaveLength(1);
  expect(server.received[0]?.url).toBe('/api/embed');
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ model: 'nomic-embed-text', input: ['moon'] });
  expect(await listedValues({ type: 'embeddingsOllama', ports })).toContain('nomic-embed-text:latest');
});

it('says how to get a model that is missing', async () => {
  server = await ollamaServer([]);
  const ports = { http: redirectedHttp('http://localhost:11434', server.address) };
  const { ai_embedding } = await suppliedBy({ type: 'embeddingsOllama', parameters: { model: 'missing' }, ports });
  await expect(ai_embedding?.embed(['moon'], signal)).rejects.toMatchObject({
    hint: expect.stringContaining('ollama pull missing') as string,
  });
});
