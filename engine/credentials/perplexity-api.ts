// Perplexity API: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const perplexityApi = defineCredential({
  name: 'perplexityApi',
  displayName: 'Perplexity API',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
});
