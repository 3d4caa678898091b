// Airtable API: requests are signed with a query parameter.
import { defineCredential, secret } from '../sdk/index.ts';

export const airtableApi = defineCredential({
  name: 'airtableApi',
  displayName: 'Airtable API',
  fields: [secret('apiKey', 'API Key')],
  sign: { query: { api_key: '={{ $credentials.apiKey }}' } },
});
