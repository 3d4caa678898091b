// Generic credentials of HTTP requests: headers, a query parameter, or basic authentication.
import { defineCredential, json, NodeError, secret, text, withHeader } from '../sdk/index.ts';

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

interface HeaderEntry {
  readonly name?: unknown;
  readonly value?: unknown;
}

export const httpMultipleHeadersAuth = defineCredential({
  name: 'httpMultipleHeadersAuth',
  displayName: 'Multiple Headers Auth',
  isGeneric: true,
  documentationUrl: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers',
  fields: [
    json('headers', 'Headers', {
      required: true,
      rows: 5,
      placeholder: '{ "X-Account": "…", "X-Key": "…" }',
      description: 'JSON object with the names and values of the headers',
    }),
  ],
  sign: ({ headers }, request) => headersIn(headers).reduce((signed, [name, value]) => withHeader(signed, name, value), request),
});

/** Reads an object of names and values, or the list `values` that n8n exports. */
function headersIn(input: unknown): readonly (readonly [name: string, value: string])[] {
  const parsed = typeof input === 'string' ? objectIn(input) : input;
  if (typeof parsed !== 'object' || parsed === null) return [];
  const { values } = parsed as { readonly values?: unknown };
  const entries = Array.isArray(values)
    ? (values as readonly HeaderEntry[]).map(({ name, value }) => [name, value] as const)
    : Object.entries(parsed);
  return entries.flatMap(([name, value]) => (typeof name === 'string' && name !== '' ? [[name, String(value ?? '')] as const] : []));
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text contains secrets, so it is no part of the message.
    throw new NodeError('The headers of the Multiple Headers Auth credential are not valid JSON.', {
      code: 'PARAMETER_INVALID',
      hint: 'Write an object with the names and values, such as {"X-Key": "…"}.',
    });
  }
}
