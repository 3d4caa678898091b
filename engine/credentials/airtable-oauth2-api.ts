// Airtable OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden } from '../sdk/index.ts';

export const airtableOAuth2Api = defineCredential({
  name: 'airtableOAuth2Api',
  displayName: 'Airtable OAuth2 API',
  documentationUrl: 'https://airtable.com/developers/web/guides/oauth-integrations',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'pkce'),
    hidden('authUrl', 'https://airtable.com/oauth2/v1/authorize'),
    hidden('accessTokenUrl', 'https://airtable.com/oauth2/v1/token'),
    hidden('scope', 'schema.bases:read data.records:read data.records:write'),
    hidden('authQueryParameters'),
    hidden('authentication', 'header'),
  ],
});
