// NocoDB API Token: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const nocoDbApiToken = defineCredential({
  name: 'nocoDbApiToken',
  displayName: 'NocoDB API Token',
  documentationUrl: 'https://nocodb.com/docs/apis/authentication',
  fields: [secret('apiToken', 'API Token', { required: true }), text('host', 'Host', { required: true })],
  sign: { headers: { 'xc-token': '={{ $credentials.apiToken }}' } },
  test: { url: '={{ $credentials.host }}/api/v1/auth/user/me' },
});
