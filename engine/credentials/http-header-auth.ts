// Header Auth: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const httpHeaderAuth = defineCredential({
  name: 'httpHeaderAuth',
  displayName: 'Header Auth',
  isGeneric: true,
  documentationUrl: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers',
  fields: [text('name', 'Name', { required: true }), secret('value', 'Value', { required: true })],
  sign: { headers: { '={{ $credentials.name }}': '={{ $credentials.value }}' } },
});
