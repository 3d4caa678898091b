// Ollama: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const ollamaApi = defineCredential({
  name: 'ollamaApi',
  displayName: 'Ollama',
  documentationUrl: 'https://docs.ollama.com/',
  fields: [text('baseUrl', 'Base URL', { required: true, default: 'http://localhost:11434' }), secret('apiKey', 'API Key')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.baseUrl }}/api/tags' },
});
