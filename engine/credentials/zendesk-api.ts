// Zendesk API: requests are signed with basic authentication.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const zendeskApi = defineCredential({
  name: 'zendeskApi',
  displayName: 'Zendesk API',
  documentationUrl: 'https://developer.zendesk.com/api-reference/introduction/security-and-auth/',
  fields: [
    text('subdomain', 'Subdomain', { required: true }),
    text('email', 'Email', { required: true }),
    secret('apiToken', 'API Token', { required: true }),
  ],
  sign: { basic: { user: '={{ $credentials.email }}/token', password: '={{ $credentials.apiToken }}' } },
  test: { url: '=https://{{ $credentials.subdomain }}.zendesk.com/api/v2/ticket_fields.json' },
});
