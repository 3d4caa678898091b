// ClickUp API: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const clickUpApi = defineCredential({
  name: 'clickUpApi',
  displayName: 'ClickUp API',
  documentationUrl: 'https://developer.clickup.com/docs/authentication',
  fields: [secret('accessToken', 'Access Token', { required: true })],
  sign: { headers: { Authorization: '={{ $credentials.accessToken }}' } },
  test: { url: 'https://api.clickup.com/api/v2/team' },
});
