// Mistral's models. What all models do is in _shared/ai/models/providers.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import { askModel } from '../../testing/models/ask-model.ts';
import { mistralServer } from '../../testing/models/mistral-server.ts';
import { listedValues, redirectedHttp } from '../../testing/models/run-root-node.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const origin = 'https://api.mistral.ai';
const credentials = { mistralCloudApi: { apiKey: 'key-test' } };

describe('the Mistral Cloud Chat Model', () => {
  it('sends its options', async () => {
    server = await mistralServer([{ text: 'Hello' }]);
    const options = { maxTokens: 100, temperature: 0.2, topP: 0.5, safeMode: true };
    const { url, body } = await askModel(server, { type: 'lmChatMistralCloud', parameters: { options }, credentials, origin });
    expect(url).toBe('/v1/chat/completions');
    expect(body).toMatchObject({ model: 'mistral-small', max_tokens: 100, temperature: 0.2, top_p: 0.5, safe_prompt: true });
  });

  it('does not repeat a request if told so', async () => {
    server = await mistralServer([{ status: 503, error: 'Busy' }, { text: 'Hello' }]);
    const { error } = await askModel(server, {
      type: 'lmChatMistralCloud',
      parameters: { options: { maxRetries: 0 } },
      credentials,
      origin,
    });
    expect(error).toContain('Busy');
    expect(server.received).toHaveLength(1);
  });

  it('lists the models that chat', async () => {
    server = await mistralServer([]);
    const ports = { http: redirectedHttp(origin, server.address) };
    expect(await listedValues({ type: 'lmChatMistralCloud', credentials, ports })).toEqual(['magistral-medium-latest', 'mistral-small']);
  });
});
