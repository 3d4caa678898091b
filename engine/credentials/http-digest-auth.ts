// Digest Auth.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const httpDigestAuth = defineCredential({
  name: 'httpDigestAuth',
  displayName: 'Digest Auth',
  isGeneric: true,
  fields: [text('user', 'User'), secret('password', 'Password')],
});
