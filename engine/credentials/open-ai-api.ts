// OpenAI: requests are signed with headers.
import { defineCredential, secret, text, toggle } from '../sdk/index.ts';

export const openAiApi = defineCredential({
  name: 'openAiApi',
  displayName: 'OpenAI',
  documentationUrl: 'https://platform.openai.com/docs/api-reference/authentication',
  fields: [
    secret('apiKey', 'API Key', { required: true }),
    text('organizationId', 'Organization ID (optional)'),
    text('url', 'Base URL', { default: 'https://api.openai.com/v1' }),
    toggle('header', 'Add Custom Header'),
    text('headerName', 'Header Name', { when: { header: [true] } }),
    secret('headerValue', 'Header Value', { when: { header: [true] } }),
  ],
  sign: (data, request) => ({
    ...request,
    headers: {
      ...request.headers,
      Authorization: `Bearer ${String(data['apiKey'])}`,
      ...(data['organizationId'] === '' ? {} : { 'OpenAI-Organization': String(data['organizationId']) }),
      ...(data['header'] === true && data['headerName'] !== '' ? { [String(data['headerName'])]: String(data['headerValue']) } : {}),
    },
  }),
  test: { url: '={{ $credentials?.url }}/models' },
});
