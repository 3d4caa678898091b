// Basic Auth: requests are signed with basic authentication.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const httpBasicAuth = defineCredential({
  name: 'httpBasicAuth',
  displayName: 'Basic Auth',
  isGeneric: true,
  documentationUrl: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Authentication',
  fields: [text('user', 'User'), secret('password', 'Password')],
  sign: { basic: { user: '={{ $credentials.user }}', password: '={{ $credentials.password }}' } },
});
