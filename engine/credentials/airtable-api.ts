// Airtable API: requests are signed with a query parameter.
import { defineCredential, secret } from '../sdk/index.ts';

export const airtableApi = defineCredential({
  name: 'airtableApi',
  displayName: 'Airtable API',
  documentationUrl: 'https://airtable.com/developers/web/api/authentication',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { query: { api_key: '={{ $credentials.apiKey }}' } },
});
