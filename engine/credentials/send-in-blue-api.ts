// Brevo: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const sendInBlueApi = defineCredential({
  name: 'sendInBlueApi',
  displayName: 'Brevo',
  documentationUrl: 'https://developers.brevo.com/docs/api-key-authentication',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { 'api-key': '={{ $credentials.apiKey }}' } },
  test: { url: 'https://api.brevo.com/v3/account' },
});
