// Qdrant API: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const qdrantApi = defineCredential({
  name: 'qdrantApi',
  displayName: 'Qdrant API',
  documentationUrl: 'https://qdrant.tech/documentation/',
  fields: [secret('apiKey', 'API Key'), text('qdrantUrl', 'Qdrant URL', { required: true })],
  sign: { headers: { 'api-key': '={{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.qdrantUrl }}/collections' },
});
