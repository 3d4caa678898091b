// Baserow API.
import { defineCredential, hidden, secret, text } from '../sdk/index.ts';

export const baserowApi = defineCredential({
  name: 'baserowApi',
  displayName: 'Baserow API',
  fields: [
    text('host', 'Host', { default: 'https://api.baserow.io' }),
    hidden('jwtToken'),
    text('username', 'Username'),
    secret('password', 'Password'),
  ],
  sign: { headers: { Authorization: '=JWT {{ $credentials.jwtToken }}' } },
  test: { url: '={{ $credentials.host }}/api/applications/' },
});
