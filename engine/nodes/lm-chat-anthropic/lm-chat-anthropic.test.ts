// Anthropic's models. What all models do is in _shared/ai/models/providers.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { anthropicServer } from '../../testing/models/anthropic-server.ts';
import { askModel, type AskedModel, type ModelNode } from '../../testing/models/ask-model.ts';
import { listedValues, runRootNode } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const credentials = (more: JsonObject = {}): Record<string, JsonObject> => ({
  anthropicApi: { apiKey: 'sk-ant', url: server.address, ...more },
});

async function ask(parameters: JsonObject, node: Partial<ModelNode> = {}, credential: JsonObject = {}): Promise<AskedModel> {
  server = await anthropicServer([{ text: 'Hello' }]);
  return askModel(server, { type: 'lmChatAnthropic', parameters, credentials: credentials(credential), ...node });
}

describe('the Anthropic Chat Model', () => {
  it('sends its options', async () => {
    const { url, headers, body } = await ask({ options: { maxTokensToSample: 100, temperature: 0.2, topK: 1 } });
    expect(url).toBe('/v1/messages');
    expect(headers).toMatchObject({ 'x-api-key': 'sk-ant', 'anthropic-version': '2023-06-01' });
    expect(body).toMatchObject({ model: 'claude-sonnet-5', max_tokens: 100 });
    const older = await ask({ options: { temperature: 0.2, topK: 1 } }, { version: 1.3 });
    expect(older.body).toMatchObject({ temperature: 0.2, top_k: 1 });
  });

  it.each([
    [1, 'claude-2'],
    [1.1, 'claude-3-sonnet-20240229'],
    [1.2, 'claude-3-5-sonnet-20240620'],
    [1.3, 'claude-sonnet-4-5-20250929'],
    [1.4, 'claude-sonnet-4-6'],
    [1.5, 'claude-sonnet-4-6'],
    [1.6, 'claude-sonnet-5'],
  ])('has in version %d the default model %s', async (version, model) => {
    expect((await ask({}, { version })).body['model']).toBe(model);
  });

  it('takes the model from a list, since version 1.3', async () => {
    const { body } = await ask({ model: { __rl: true, mode: 'id', value: 'claude-opus-4-8' } }, { version: 1.3 });
    expect(body['model']).toBe('claude-opus-4-8');
  });

  it('thinks if told so', async () => {
    const { body } = await ask({ options: { thinking: true, thinkingBudget: 2000 } }, { version: 1.3 });
    expect(body['thinking']).toEqual({ type: 'enabled', budget_tokens: 2000 });
  });

  it.each([
    [{ thinkingMode: 'manual', thinkingBudget: 2000 }, { thinking: { type: 'enabled', budget_tokens: 2000 } }],
    [
      { thinkingMode: 'adaptive', effort: 'high' },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
    ],
    [{ thinkingMode: 'disabled' }, { thinking: { type: 'disabled' } }],
  ])('has modes of thinking, since version 1.5: %o', async (options, sent) => {
    const { body } = await ask({ options }, { version: 1.5 });
    expect(body).toMatchObject(sent);
  });

  it('has the prompt stored', async () => {
    expect((await ask({ options: { promptCaching: '1h' } })).body['cache_control']).toEqual({ type: 'ephemeral', ttl: '1h' });
    expect((await ask({ options: { promptCaching: 'disabled' } })).body).not.toHaveProperty('cache_control');
  });

  it('streams the answer although it is needed as a whole', async () => {
    const { body, json } = await ask({ options: { streaming: true } });
    expect(body['stream']).toBe(true);
    expect(json).toEqual([{ output: 'Hello' }]);
  });

  it('repeats signed thoughts with the result of a tool, also if it streams', async () => {
    const script: Script = (_body, index) =>
      index === 0 ? { reasoning: 'I need the weather.', toolCalls: [{ name: 'Weather', args: { city: 'Rome' } }] } : { text: 'Sunny' };
    server = await anthropicServer(script);
    const tool = { assignments: { assignments: [{ id: '1', name: 'weather', type: 'string', value: "={{ $fromAI('city') }}" }] } };
    const { json } = await runRootNode({
      type: 'agent',
      parameters: { promptType: 'define', text: 'Hi' },
      attached: [
        {
          name: 'Model',
          type: 'lmChatAnthropic',
          by: 'ai_languageModel',
          parameters: { options: { streaming: true, thinkingMode: 'adaptive' } },
        },
        { name: 'Weather', type: 'n8n-nodes-base.set', version: 3.4, by: 'ai_tool', parameters: tool },
      ],
      credentials: credentials(),
    });
    expect(json).toEqual([{ output: 'Sunny' }]);
    expect(JSON.parse(server.received[1]?.body ?? '{}')).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'I need the weather.', signature: 'signed' }, { type: 'tool_use' }] },
        { role: 'user', content: [{ type: 'tool_result', content: '[{"weather":"Rome"}]' }] },
      ],
    });
  });

  it('sends PDF documents', async () => {
    const data = Buffer.from('%PDF-1.7').toString('base64');
    const { body } = await ask({}, { binary: { file: { data, mimeType: 'application/pdf', fileName: 'a.pdf' } } });
    expect(JSON.stringify(body['messages'])).toContain(`"media_type":"application/pdf","data":"${data}"`);
  });

  it('adds the header of the credential', async () => {
    const { headers } = await ask({}, {}, { header: true, headerName: 'x-team', headerValue: 'blue' });
    expect(headers).toMatchObject({ 'x-team': 'blue' });
  });

  it('lists the models of the service', async () => {
    server = await anthropicServer([]);
    const list = { type: 'lmChatAnthropic', version: 1.6, method: 'searchModels', filter: 'opus' };
    expect(await listedValues({ ...list, credentials: credentials() })).toEqual(['claude-opus-4-8']);
  });
});
