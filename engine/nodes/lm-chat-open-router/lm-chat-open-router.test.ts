// OpenRouter Chat Model. What all models do is in _shared/ai/models/providers.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import { askModel, type AskedModel } from '../../testing/models/ask-model.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { listedValues } from '../../testing/models/run-root-node.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const credentials = (): Record<string, JsonObject> => ({ openRouterApi: { apiKey: 'key-test', url: `${server.address}/api/v1` } });

async function ask(parameters: JsonObject): Promise<AskedModel> {
  server = await openAiServer([{ text: 'Hello' }]);
  return askModel(server, { type: 'lmChatOpenRouter', parameters, credentials: credentials() });
}

describe('the OpenRouter Chat Model', () => {
  it('sends its options', async () => {
    const options = {
      maxTokens: 100,
      temperature: 0.2,
      topP: 0.5,
      frequencyPenalty: 1,
      presencePenalty: -1,
      responseFormat: 'json_object',
      providerRouting: {
        order: 'anthropic, together',
        allowFallbacks: false,
        requireParameters: true,
        dataCollection: 'deny',
        zdr: true,
        only: 'anthropic',
        ignore: 'azure',
        sort: 'latency',
      },
    };
    const { url, body } = await ask({ options });
    expect(url).toBe('/api/v1/chat/completions');
    expect(body).toMatchObject({
      model: 'openai/gpt-4.1-mini',
      max_tokens: 100,
      temperature: 0.2,
      top_p: 0.5,
      frequency_penalty: 1,
      presence_penalty: -1,
      response_format: { type: 'json_object' },
      provider: {
        order: ['anthropic', 'together'],
        allow_fallbacks: false,
        require_parameters: true,
        data_collection: 'deny',
        zdr: true,
        only: ['anthropic'],
        ignore: ['azure'],
        sort: 'latency',
      },
    });
  });

  it('leaves the choice of the provider to OpenRouter', async () => {
    const { body } = await ask({ options: {} });
    expect(body).not.toHaveProperty('provider');
  });

  it('lists the models of the service', async () => {
    server = await openAiServer([]);
    expect(await listedValues({ type: 'lmChatOpenRouter', credentials: credentials() })).toContain('gpt-5-mini');
    expect(server.received[0]).toMatchObject({ url: '/api/v1/models', headers: { authorization: 'Bearer key-test' } });
  });
});
