// xAI Grok Chat Model. What all models do is in _shared/ai/models/providers.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import { askModel, type AskedModel } from '../../testing/models/ask-model.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { listedValues } from '../../testing/models/run-root-node.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const credentials = (): Record<string, JsonObject> => ({ xAiApi: { apiKey: 'key-test', url: `${server.address}/v1` } });

async function ask(parameters: JsonObject): Promise<AskedModel> {
  server = await openAiServer([{ text: 'Hello' }]);
  return askModel(server, { type: 'lmChatXAiGrok', parameters, credentials: credentials() });
}

describe('the xAI Grok Chat Model', () => {
  it('sends its options', async () => {
    const options = {
      maxTokens: 100,
      temperature: 0.2,
      topP: 0.5,
      frequencyPenalty: 1,
      presencePenalty: -1,
      responseFormat: 'json_object',
      priority: true,
      reasoning: 'high',
    };
    const { url, body } = await ask({ options });
    expect(url).toBe('/v1/chat/completions');
    expect(body).toMatchObject({
      model: 'grok-2-vision-1212',
      max_tokens: 100,
      temperature: 0.2,
      top_p: 0.5,
      frequency_penalty: 1,
      presence_penalty: -1,
      response_format: { type: 'json_object' },
      service_tier: 'priority',
      reasoning_effort: 'high',
    });
  });

  it('lists the models of the service', async () => {
    server = await openAiServer([]);
    expect(await listedValues({ type: 'lmChatXAiGrok', credentials: credentials() })).toContain('gpt-5-mini');
    expect(server.received[0]).toMatchObject({ url: '/v1/models', headers: { authorization: 'Bearer key-test' } });
  });
});
