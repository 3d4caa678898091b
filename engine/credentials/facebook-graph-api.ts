// Facebook Graph API: requests are signed with a query parameter.
import { defineCredential, secret } from '../sdk/index.ts';

export const facebookGraphApi = defineCredential({
  name: 'facebookGraphApi',
  displayName: 'Facebook Graph API',
  documentationUrl: 'https://developers.facebook.com/docs/graph-api/',
  fields: [secret('accessToken', 'Access Token', { required: true })],
  sign: { query: { access_token: '={{ $credentials.accessToken }}' } },
  test: { url: 'https://graph.facebook.com/v8.0/me' },
});
