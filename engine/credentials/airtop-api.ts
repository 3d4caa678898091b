// Airtop API: requests are signed with headers.
import { defineCredential, secret } from '../sdk/index.ts';

export const airtopApi = defineCredential({
  name: 'airtopApi',
  displayName: 'Airtop API',
  documentationUrl: 'https://docs.airtop.ai/',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}', 'api-key': '={{ $credentials.apiKey }}' } },
  test: { url: 'https://api.airtop.ai/api/v1/sessions' },
});
