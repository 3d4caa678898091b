// Generic credentials of HTTP requests: a header, a query parameter, or basic authentication.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const httpBasicAuth = defineCredential({
  name: 'httpBasicAuth',
  displayName: 'Basic Auth',
  isGeneric: true,
  documentationUrl: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Authentication',
  fields: [text('user', 'User'), secret('password', 'Password')],
  sign: { basic: { user: '={{ $credentials.user }}', password: '={{ $credentials.password }}' } },
});

export const httpBearerAuth = defineCredential({
  name: 'httpBearerAuth',
  displayName: 'Bearer Auth',
  isGeneric: true,
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc6750',
  fields: [secret('token', 'Bearer Token', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.token }}' } },
});

export const httpHeaderAuth = defineCredential({
  name: 'httpHeaderAuth',
  displayName: 'Header Auth',
  isGeneric: true,
  documentationUrl: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers',
  fields: [text('name', 'Name', { required: true }), secret('value', 'Value', { required: true })],
  sign: { headers: { '={{ $credentials.name }}': '={{ $credentials.value }}' } },
});

export const httpQueryAuth = defineCredential({
  name: 'httpQueryAuth',
  displayName: 'Query Auth',
  isGeneric: true,
  documentationUrl: 'https://developer.mozilla.org/en-US/docs/Web/API/URLSearchParams',
  fields: [text('name', 'Name', { required: true }), secret('value', 'Value', { required: true })],
  sign: { query: { '={{ $credentials.name }}': '={{ $credentials.value }}' } },
});
