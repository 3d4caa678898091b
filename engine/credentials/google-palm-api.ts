// Google Gemini(PaLM) Api: requests are signed with a query parameter.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const googlePalmApi = defineCredential({
  name: 'googlePalmApi',
  displayName: 'Google Gemini(PaLM) Api',
  documentationUrl: 'https://ai.google.dev/gemini-api/docs/api-key',
  fields: [
    text('host', 'Host', { required: true, default: 'https://generativelanguage.googleapis.com' }),
    secret('apiKey', 'API Key', { required: true }),
  ],
  sign: { query: { key: '={{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.host }}/v1beta/models' },
});
