// Gemini's models. What all models do is in _shared/ai/models/providers.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { askModel, type AskedModel, type ModelNode } from '../../testing/models/ask-model.ts';
import { geminiServer } from '../../testing/models/gemini-server.ts';
import { listedValues } from '../../testing/models/run-root-node.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const credentials = (): Record<string, JsonObject> => ({ googlePalmApi: { apiKey: 'key-test', host: server.address } });

async function ask(parameters: JsonObject, node: Partial<ModelNode> = {}): Promise<AskedModel> {
  server = await geminiServer([{ text: 'Hello' }]);
  return askModel(server, { type: 'lmChatGoogleGemini', parameters, credentials: credentials(), ...node });
}

describe('the Google Gemini Chat Model', () => {
  it('sends its options', async () => {
    const options = {
      maxOutputTokens: 100,
      temperature: 0.2,
      topK: 10,
      topP: 0.5,
      safetySettings: {
        values: [
          { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_NONE' },
          { category: 'HARM_CATEGORY_UNSPECIFIED', threshold: 'BLOCK_NONE' },
        ],
      },
    };
    const { body } = await ask({ options });
    expect(body).toMatchObject({
      generationConfig: { maxOutputTokens: 100, temperature: 0.2, topK: 10, topP: 0.5 },
      safetySettings: [{ category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_NONE' }],
    });
  });

  it.each([
    [1, 'gemini-2.5-flash'],
    [1.1, 'gemini-3-flash-preview'],
    [1.2, 'gemini-3-flash-preview'],
  ])('has in version %d the default model %s', async (version, model) => {
    const { url } = await ask({}, { version });
    expect(url).toBe(`/v1beta/models/${model}:generateContent?key=key-test`);
  });

  it('sends PDF documents', async () => {
    const data = Buffer.from('%PDF-1.7').toString('base64');
    const { body } = await ask({}, { binary: { file: { data, mimeType: 'application/pdf' } } });
    expect(JSON.stringify(body['contents'])).toContain(`"inlineData":{"mimeType":"application/pdf","data":"${data}"}`);
  });

  it('lists the models that write', async () => {
    server = await geminiServer([]);
    expect(await listedValues({ type: 'lmChatGoogleGemini', version: 1.2, credentials: credentials() })).toEqual([
      'models/gemini-2.5-flash',
      'models/gemini-2.5-flash-image',
      'models/gemini-3-flash-preview',
    ]);
  });
});
