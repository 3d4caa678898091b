// Groq: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const groqApi = defineCredential({
  name: 'groqApi',
  displayName: 'Groq',
  documentationUrl: 'https://console.groq.com/docs',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: 'https://api.groq.com/openai/v1/models' },
});
