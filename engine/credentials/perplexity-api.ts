// Perplexity API: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const perplexityApi = defineCredential({
  name: 'perplexityApi',
  displayName: 'Perplexity API',
  documentationUrl: 'https://docs.perplexity.ai/',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}', 'X-Source': 'n8n' } },
  // The service has no request that is free of charge: this one asks for a single token.
  test: {
    url: 'https://api.perplexity.ai/chat/completions',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"model":"sonar","messages":[{"role":"user","content":"Hi"}],"max_tokens":1}',
  },
});
