// SerpAPI: requests are signed with a query parameter.
import { defineCredential, secret } from '../sdk/index.ts';

export const serpApi = defineCredential({
  name: 'serpApi',
  displayName: 'SerpAPI',
  documentationUrl: 'https://serpapi.com/search-api',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { query: { api_key: '={{ $credentials.apiKey }}' } },
  test: { url: 'https://serpapi.com/account.json' },
});
