// Bearer Auth: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const httpBearerAuth = defineCredential({
  name: 'httpBearerAuth',
  displayName: 'Bearer Auth',
  isGeneric: true,
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc6750',
  fields: [secret('token', 'Bearer Token', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.token }}' } },
});
