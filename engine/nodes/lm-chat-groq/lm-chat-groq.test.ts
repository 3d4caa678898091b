// Groq's models. What all models do is in _shared/ai/models/providers.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import { askModel } from '../../testing/models/ask-model.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { listedValues, redirectedHttp } from '../../testing/models/run-root-node.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const origin = 'https://api.groq.com';
const credentials = { groqApi: { apiKey: 'gsk-test' } };

describe('the Groq Chat Model', () => {
  it('sends its options', async () => {
    server = await openAiServer([{ text: 'Hello' }]);
    const options = { maxTokensToSample: 100, temperature: 0.2 };
    const { url, headers, body } = await askModel(server, {
      type: 'lmChatGroq',
      parameters: { model: 'qwen', options },
      credentials,
      origin,
    });
    expect(url).toBe('/openai/v1/chat/completions');
    expect(headers).toMatchObject({ authorization: 'Bearer gsk-test' });
    expect(body).toMatchObject({ model: 'qwen', max_tokens: 100, temperature: 0.2 });
  });

  it('lists the models that write', async () => {
    server = await openAiServer([]);
    const ports = { http: redirectedHttp(origin, server.address) };
    expect(await listedValues({ type: 'lmChatGroq', credentials, ports })).not.toContain('whisper-1');
    expect(server.received[0]?.url).toBe('/openai/v1/models');
  });
});
