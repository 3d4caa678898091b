// xAi: requests are signed with a header.
import { defineCredential, hidden, secret } from '../sdk/index.ts';

export const xAiApi = defineCredential({
  name: 'xAiApi',
  displayName: 'xAi',
  documentationUrl: 'https://docs.x.ai/',
  fields: [secret('apiKey', 'API Key', { required: true }), hidden('url', 'https://api.x.ai/v1')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.url }}/models' },
});
