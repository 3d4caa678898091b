// Groq: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const groqApi = defineCredential({
  name: 'groqApi',
  displayName: 'Groq',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: 'https://api.groq.com/openai/v1/models' },
});
