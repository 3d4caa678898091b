// Query Auth: requests are signed with a query parameter.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const httpQueryAuth = defineCredential({
  name: 'httpQueryAuth',
  displayName: 'Query Auth',
  isGeneric: true,
  fields: [text('name', 'Name'), secret('value', 'Value')],
  sign: { query: { '={{ $credentials.name }}': '={{ $credentials.value }}' } },
});
