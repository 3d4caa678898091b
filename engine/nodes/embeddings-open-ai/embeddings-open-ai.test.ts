// OpenAI's embeddings. What all embeddings do is in _shared/ai/models/embedders.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { listedValues, suppliedBy } from '../../testing/models/run-root-node.ts';
import { wordVector } from '../../testing/models/scripted-model.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const credentials = (): Record<string, JsonObject> => ({ openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1` } });

async function embed(version: number, options: JsonObject = {}, texts: readonly string[] = ['moon\nsun']): Promise<readonly unknown[]> {
  server = await openAiServer([]);
  const own = options['baseURL'] === 'own' ? { ...options, baseURL: `${server.address}/own` } : options;
  const { ai_embedding } = await suppliedBy({
    type: 'embeddingsOpenAi',
    version,
    parameters: { options: own },
    credentials: credentials(),
  });
  return (await ai_embedding?.embed(texts, new AbortController().signal)) ?? [];
}

const sent = (): JsonObject => JSON.parse(server.received[0]?.body ?? '{}') as JsonObject;

describe('Embeddings OpenAI', () => {
  it.each([
    [1, 'text-embedding-ada-002'],
    [1.1, 'text-embedding-3-small'],
  ])('has in version %d the default model %s', async (version, model) => {
    await embed(version);
    expect(sent()).toMatchObject({ model });
  });

  it('sends requests to the address of the credential, since version 1.2', async () => {
    await embed(1.1, { baseURL: 'own' });
    expect(server.received[0]?.url).toBe('/own/embeddings');
    await server.close();
    await embed(1.2, { baseURL: 'own' });
    expect(server.received[0]?.url).toBe('/v1/embeddings');
  });

  it('sends its options', async () => {
    await embed(1.2, { dimensions: 256, batchSize: 2, stripNewLines: false }, ['a\nb', 'c', 'd']);
    expect(server.received).toHaveLength(2);
    expect(sent()).toMatchObject({ dimensions: 256, input: ['a\nb', 'c'] });
  });

  it('replaces line breaks by spaces', async () => {
    await embed(1.2);
    expect(sent()).toMatchObject({ input: ['moon sun'] });
    expect(sent()).not.toHaveProperty('dimensions');
  });

  it('reads vectors in base64', async () => {
    expect(await embed(1.2, { encodingFormat: 'base64' })).toEqual([wordVector('moon sun')]);
    expect(sent()).toMatchObject({ encoding_format: 'base64' });
  });

  it('lists the models of the service', async () => {
    server = await openAiServer([]);
    expect(await listedValues({ type: 'embeddingsOpenAi', version: 1.2, credentials: credentials() })).toContain('text-embedding-3-small');
  });
});
