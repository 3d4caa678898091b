// Monday.com API.
import { defineCredential, secret } from '../sdk/index.ts';

export const mondayComApi = defineCredential({
  name: 'mondayComApi',
  displayName: 'Monday.com API',
  documentationUrl: 'https://developer.monday.com/api-reference/docs/authentication',
  fields: [secret('apiToken', 'Token V2', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiToken }}' } },
  test: {
    url: 'https://api.monday.com/v2',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"query { me { name } }"}',
  },
});
