// Query Auth: requests are signed with a query parameter.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const httpQueryAuth = defineCredential({
  name: 'httpQueryAuth',
  displayName: 'Query Auth',
  isGeneric: true,
  documentationUrl: 'https://developer.mozilla.org/en-US/docs/Web/API/URLSearchParams',
  fields: [text('name', 'Name', { required: true }), secret('value', 'Value', { required: true })],
  sign: { query: { '={{ $credentials.name }}': '={{ $credentials.value }}' } },
});
