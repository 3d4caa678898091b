// Header Auth: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const httpHeaderAuth = defineCredential({
  name: 'httpHeaderAuth',
  displayName: 'Header Auth',
  isGeneric: true,
  fields: [text('name', 'Name'), secret('value', 'Value')],
  sign: { headers: { '={{ $credentials.name }}': '={{ $credentials.value }}' } },
});
