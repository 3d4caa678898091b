// Baserow API: requests are signed with a header.
import { defineCredential, hidden, NodeError, secret, text } from '../sdk/index.ts';
import { endpoint, endpointFailure, post } from './_shared/token-endpoint.ts';

export const baserowApi = defineCredential({
  name: 'baserowApi',
  displayName: 'Baserow API',
  documentationUrl: 'https://api.baserow.io/api/redoc/',
  fields: [
    text('host', 'Host', { required: true, default: 'https://api.baserow.io' }),
    hidden('jwtToken'),
    text('username', 'Username', { required: true }),
    secret('password', 'Password', { required: true }),
  ],
  preAuthentication: {
    fields: ['jwtToken'],
    // Tokens expire after some minutes, without a known time: the service then responds with 401.
    isValid: (data) => typeof data['jwtToken'] === 'string' && data['jwtToken'] !== '',
    fetch: async (data, call) => {
      const user = String(data['username'] ?? '');
      const url = endpoint(`${String(data['host'] ?? '').replace(/\/+$/, '')}/api/user/token-auth/`, 'host');
      const response = await post(call, { url, data, json: { email: user, username: user, password: String(data['password'] ?? '') } });
      const what = `The credential "${call.name}" could not sign in to Baserow`;
      if (response.error !== undefined) throw endpointFailure(what, response, 'Check the user name and the password in the credential.');
      const token = response.body['access_token'] ?? response.body['token'];
      if (typeof token === 'string' && token !== '') return { jwtToken: token };
      throw new NodeError(`${what}: the response has no token`, { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError' });
    },
  },
  sign: { headers: { Authorization: '=JWT {{ $credentials.jwtToken }}' } },
  test: { url: '={{ $credentials.host }}/api/applications/' },
});
