// Airtable Personal Access Token API: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const airtableTokenApi = defineCredential({
  name: 'airtableTokenApi',
  displayName: 'Airtable Personal Access Token API',
  documentationUrl: 'https://airtable.com/developers/web/guides/personal-access-tokens',
  fields: [secret('accessToken', 'Access Token', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  test: { url: 'https://api.airtable.com/v0/meta/whoami' },
});
