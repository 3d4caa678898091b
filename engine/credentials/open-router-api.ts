// OpenRouter: requests are signed with a header.
import { defineCredential, hidden, secret } from '../sdk/index.ts';

export const openRouterApi = defineCredential({
  name: 'openRouterApi',
  displayName: 'OpenRouter',
  documentationUrl: 'https://openrouter.ai/docs',
  fields: [secret('apiKey', 'API Key', { required: true }), hidden('url', 'https://openrouter.ai/api/v1')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.url }}/key' },
});
