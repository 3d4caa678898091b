// OpenAI's models, and those of services with its API.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { listedValues, runRootNode, type RootOutcome } from '../../testing/models/run-root-node.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

async function ask(version: number, parameters: JsonObject, credential: JsonObject = {}): Promise<RootOutcome> {
  server = await openAiServer([{ text: 'Hello' }]);
  const own = 'options' in parameters ? (parameters['options'] as JsonObject) : {};
  const options = own['baseURL'] === 'own' ? { ...own, baseURL: `${server.address}/own` } : own;
  return runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: 'Hi' },
    attached: [{ name: 'Model', type: 'lmChatOpenAi', version, by: 'ai_languageModel', parameters: { ...parameters, options } }],
    credentials: { openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1`, ...credential } },
  });
}

const sent = (): JsonObject => JSON.parse(server.received[0]?.body ?? '{}') as JsonObject;
const byId = (value: string): JsonObject => ({ model: { __rl: true, mode: 'id', value } });

describe('the OpenAI Chat Model', () => {
  it('sends requests to its own address in version 1', async () => {
    await ask(1, { model: 'gpt-4o', options: { baseURL: 'own' } });
    expect(server.received[0]?.url).toBe('/own/chat/completions');
  });

  it('sends requests to the address of the credential, since version 1.1', async () => {
    await ask(1.1, { model: 'gpt-4o', options: { baseURL: 'own' } });
    expect(server.received[0]?.url).toBe('/v1/chat/completions');
    expect(sent()).toMatchObject({ model: 'gpt-4o' });
  });

  it('takes the model from a list, since version 1.2', async () => {
    await ask(1.2, byId('local-model'));
    expect(sent()).toMatchObject({ model: 'local-model' });
  });

  it('uses the Responses API, since version 1.3, unless it is turned off', async () => {
    await ask(1.3, byId('gpt-4o'));
    expect(server.received[0]?.url).toBe('/v1/responses');
    await server.close();
    await ask(1.3, { ...byId('gpt-4o'), responsesApiEnabled: false });
    expect(server.received[0]?.url).toBe('/v1/chat/completions');
  });

  it('sends its options', async () => {
    const options = {
      temperature: 0.2,
      topP: 0.5,
      maxTokens: 100,
      frequencyPenalty: 1,
      presencePenalty: -1,
      responseFormat: 'json_object',
      extraBody: '{"top_k": 3}',
    };
    await ask(1.3, { ...byId('gpt-4o'), responsesApiEnabled: false, options });
    expect(sent()).toMatchObject({
      temperature: 0.2,
      top_p: 0.5,
      max_tokens: 100,
      frequency_penalty: 1,
      presence_penalty: -1,
      response_format: { type: 'json_object' },
      top_k: 3,
    });
  });

  it('sends the options of the Responses API', async () => {
    const schema = { type: 'object', properties: { age: { type: 'number' } } };
    const options = {
      maxTokens: -1,
      promptCacheKey: 'cache',
      safetyIdentifier: 'someone',
      serviceTier: 'flex',
      metadata: '{"from": "test"}',
      textFormat: { textOptions: { type: 'json_schema', name: 'ages', schema: JSON.stringify(schema), verbosity: 'low' } },
      promptConfig: { promptOptions: { promptId: 'pmpt_1', version: '2', variables: '{"city": "Rome"}' } },
    };
    const builtInTools = {
      webSearch: { searchContextSize: 'low', allowedDomains: 'example.com, example.org', country: 'DE' },
      codeInterpreter: true,
    };
    await ask(1.3, { ...byId('gpt-5-mini'), builtInTools, options });
    expect(sent()).toMatchObject({
      prompt_cache_key: 'cache',
      safety_identifier: 'someone',
      service_tier: 'flex',
      metadata: { from: 'test' },
      text: { format: { type: 'json_schema', name: 'ages', schema }, verbosity: 'low' },
      prompt: { id: 'pmpt_1', version: '2', variables: { city: 'Rome' } },
      tools: [
        {
          type: 'web_search',
          search_context_size: 'low',
          filters: { allowed_domains: ['example.com', 'example.org'] },
          user_location: { country: 'DE' },
        },
        { type: 'code_interpreter' },
      ],
    });
    expect(sent()).not.toHaveProperty('max_output_tokens');
  });

  it('reads groups of options that are a list', async () => {
    const options = {
      textFormat: { textOptions: [{ type: 'json_object', verbosity: 'low' }] },
      promptConfig: { promptOptions: [{ promptId: 'pmpt_1' }] },
    };
    await ask(1.3, { ...byId('gpt-5-mini'), options });
    expect(sent()).toMatchObject({ text: { format: { type: 'json_object' }, verbosity: 'low' }, prompt: { id: 'pmpt_1' } });
  });

  it('names an option that is no JSON', async () => {
    const { error } = await ask(1.3, { ...byId('gpt-4o'), options: { metadata: '{no' } });
    expect(error).toContain('The option "metadata" of the node "Model" must be valid JSON.');
  });

  it('adds the header of the credential', async () => {
    await ask(1.3, byId('gpt-4o'), { header: true, headerName: 'x-team', headerValue: 'blue' });
    expect(server.received[0]?.headers).toMatchObject({ authorization: 'Bearer sk-test', 'x-team': 'blue' });
  });

  it('lists the models of the service', async () => {
    server = await openAiServer([]);
    const list = {
      type: 'lmChatOpenAi',
      version: 1.3,
      credentials: { openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1` } },
    };
    expect(await listedValues({ ...list, method: 'searchModels', filter: 'GPT' })).toEqual(['gpt-4o', 'gpt-5-mini']);
  });
});
