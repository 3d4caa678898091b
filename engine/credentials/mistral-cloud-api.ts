// Mistral Cloud API: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const mistralCloudApi = defineCredential({
  name: 'mistralCloudApi',
  displayName: 'Mistral Cloud API',
  documentationUrl: 'https://docs.mistral.ai/',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: 'https://api.mistral.ai/v1/models' },
});
