// n8n API: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const n8nApi = defineCredential({
  name: 'n8nApi',
  displayName: 'n8n API',
  documentationUrl: 'https://docs.n8n.io/api/authentication/',
  fields: [secret('apiKey', 'API Key', { required: true }), text('baseUrl', 'Base URL', { required: true })],
  sign: { headers: { 'X-N8N-API-KEY': '={{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.baseUrl }}/credentials/schema/n8nApi' },
});
