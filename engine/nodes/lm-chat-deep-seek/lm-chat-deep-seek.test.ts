// DeepSeek Chat Model. What all models do is in _shared/ai/models/providers.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import { askModel, type AskedModel } from '../../testing/models/ask-model.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { listedValues } from '../../testing/models/run-root-node.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const credentials = (): Record<string, JsonObject> => ({ deepSeekApi: { apiKey: 'key-test', url: server.address } });

async function ask(parameters: JsonObject): Promise<AskedModel> {
  server = await openAiServer([{ text: 'Hello' }]);
  return askModel(server, { type: 'lmChatDeepSeek', parameters, credentials: credentials() });
}

describe('the DeepSeek Chat Model', () => {
  it('sends its options', async () => {
    const options = {
      maxTokens: 100,
      temperature: 0.2,
      topP: 0.5,
      frequencyPenalty: 1,
      presencePenalty: -1,
      responseFormat: 'json_object',
    };
    const { url, body } = await ask({ options });
    expect(url).toBe('/chat/completions');
    expect(body).toMatchObject({
      model: 'deepseek-chat',
      max_tokens: 100,
      temperature: 0.2,
      top_p: 0.5,
      response_format: { type: 'json_object' },
    });
  });

  it('lists the models of the service', async () => {
    server = await openAiServer([]);
    expect(await listedValues({ type: 'lmChatDeepSeek', credentials: credentials() })).toContain('gpt-5-mini');
    expect(server.received[0]).toMatchObject({ url: '/models', headers: { authorization: 'Bearer key-test' } });
  });
});
