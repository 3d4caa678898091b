// Cohere API: requests are signed with a header.
import { defineCredential, hidden, secret } from '../sdk/index.ts';

export const cohereApi = defineCredential({
  name: 'cohereApi',
  displayName: 'Cohere API',
  documentationUrl: 'https://docs.cohere.com/',
  fields: [secret('apiKey', 'API Key', { required: true }), hidden('url', 'https://api.cohere.ai')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.url }}/v1/models?page_size=1' },
});
