// DeepSeek: requests are signed with a header.
import { defineCredential, hidden, secret } from '../sdk/index.ts';

export const deepSeekApi = defineCredential({
  name: 'deepSeekApi',
  displayName: 'DeepSeek',
  documentationUrl: 'https://api-docs.deepseek.com/',
  fields: [secret('apiKey', 'API Key', { required: true }), hidden('url', 'https://api.deepseek.com')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.url }}/models' },
});
