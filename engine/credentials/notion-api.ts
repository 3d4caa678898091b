// Notion API: requests are signed with headers.
import { defineCredential, secret } from '../sdk/index.ts';

export const notionApi = defineCredential({
  name: 'notionApi',
  displayName: 'Notion API',
  documentationUrl: 'https://developers.notion.com/docs/authorization',
  fields: [secret('apiKey', 'Internal Integration Secret', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}', 'Notion-Version': '2022-06-28' } },
  test: { url: 'https://api.notion.com/v1/users/me' },
});
