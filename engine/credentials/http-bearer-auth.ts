// Bearer Auth: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const httpBearerAuth = defineCredential({
  name: 'httpBearerAuth',
  displayName: 'Bearer Auth',
  isGeneric: true,
  fields: [secret('token', 'Bearer Token')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.token }}' } },
});
