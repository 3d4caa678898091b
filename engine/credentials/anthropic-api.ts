// Anthropic API: requests are signed with a header and, optionally, a custom one.
import { defineCredential, secret, text, toggle } from '../sdk/index.ts';

export const anthropicApi = defineCredential({
  name: 'anthropicApi',
  displayName: 'Anthropic',
  documentationUrl: 'https://docs.anthropic.com/en/api/overview',
  fields: [
    secret('apiKey', 'API Key', { required: true }),
    text('url', 'Base URL', { default: 'https://api.anthropic.com' }),
    toggle('header', 'Add Custom Header'),
    text('headerName', 'Header Name', { when: { header: [true] } }),
    secret('headerValue', 'Header Value', { when: { header: [true] } }),
  ],
  sign: (data, request) => ({
    ...request,
    headers: {
      ...request.headers,
      'x-api-key': String(data['apiKey']),
      'anthropic-version': '2023-06-01',
      ...(data['header'] === true && data['headerName'] !== '' ? { [String(data['headerName'])]: String(data['headerValue']) } : {}),
    },
  }),
  test: { url: '={{ $credentials?.url }}/v1/models' },
});
