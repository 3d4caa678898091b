// Models at Azure. What all models do is in _shared/ai/models/providers.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { askModel, type AskedModel } from '../../testing/models/ask-model.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

async function ask(credential: JsonObject, parameters: JsonObject = {}, origin?: string): Promise<AskedModel> {
  server = await openAiServer([{ text: 'Hello' }]);
  const type = parameters['authentication'] === undefined ? 'azureOpenAiApi' : String(parameters['authentication']);
  return askModel(server, {
    type: 'lmChatAzureOpenAi',
    parameters: { model: 'mine', ...parameters },
    credentials: { [type]: { apiKey: 'key-test', endpointType: 'classic', ...credential } },
    origin: origin ?? server.address,
  });
}

const path = (version: string): string => `/openai/deployments/mine/chat/completions?api-version=${version}`;

describe('the Azure OpenAI Chat Model', () => {
  it('asks the deployment of a resource', async () => {
    const options = {
      maxTokens: 100,
      temperature: 0.2,
      topP: 0.5,
      frequencyPenalty: 1,
      presencePenalty: -1,
      responseFormat: 'json_object',
    };
    const asked = await ask({ resourceName: 'team', apiVersion: '2024-10-21' }, { options }, 'https://team.openai.azure.com');
    expect(asked.json).toEqual([{ output: 'Hello' }]);
    expect(asked.url).toBe(path('2024-10-21'));
    expect(asked.headers).toMatchObject({ 'api-key': 'key-test' });
    expect(asked.body).toMatchObject({
      max_tokens: 100,
      temperature: 0.2,
      top_p: 0.5,
      frequency_penalty: 1,
      presence_penalty: -1,
      response_format: { type: 'json_object' },
    });
  });

  it('asks the endpoint of the credential instead, if it has one', async () => {
    const { url } = await ask({ endpoint: 'https://gateway.example.com/', resourceName: 'team' }, {}, 'https://gateway.example.com');
    expect(url).toBe(path('2025-03-01-preview'));
  });

  it.each([
    ['https://team.services.ai.azure.com', '/openai/v1/chat/completions'],
    ['https://team.services.ai.azure.com/openai/v1/', '/openai/v1/chat/completions'],
    ['https://team.openai.azure.com/openai', '/openai/v1/chat/completions?api-version=v1'],
    ['https://gateway.example.com/azure/v1', '/azure/v1/chat/completions'],
  ])('asks the Foundry at %s', async (foundryEndpoint, expected) => {
    const { url, body, error } = await ask({ endpointType: 'foundry', foundryEndpoint }, {}, new URL(foundryEndpoint).origin);
    expect(error).toBeUndefined();
    expect(url).toBe(expected);
    expect(body).toMatchObject({ model: 'mine' });
  });

  it('signs in over OAuth2', async () => {
    const authentication = 'azureEntraCognitiveServicesOAuth2Api';
    const credential = { resourceName: 'team', oauthTokenData: { access_token: 'token-test', token_type: 'Bearer' } };
    const { headers } = await ask(credential, { authentication }, 'https://team.openai.azure.com');
    expect(headers).toMatchObject({ authorization: 'Bearer token-test' });
    expect(headers['api-key']).toBeUndefined();
  });

  it.each([
    [{ resourceName: 'team' }, { model: '' }, 'The name of the deployment is empty.'],
    [{ endpointType: 'foundry', foundryEndpoint: 'team' }, {}, 'The address "team" of the credential is not a URL.'],
  ])('says what is missing in %o', async (credential, parameters, message) => {
    const { error } = await ask(credential, parameters);
    expect(error).toContain(message);
  });
});
