// Pinecone API: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const pineconeApi = defineCredential({
  name: 'pineconeApi',
  displayName: 'Pinecone API',
  documentationUrl: 'https://docs.pinecone.io/',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { 'Api-Key': '={{ $credentials.apiKey }}' } },
  test: { url: 'https://api.pinecone.io/indexes' },
});
