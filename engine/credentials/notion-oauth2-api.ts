// Notion OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden } from '../sdk/index.ts';

export const notionOAuth2Api = defineCredential({
  name: 'notionOAuth2Api',
  displayName: 'Notion OAuth2 API',
  documentationUrl: 'https://developers.notion.com/docs/authorization',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    hidden('authUrl', 'https://api.notion.com/v1/oauth/authorize'),
    hidden('accessTokenUrl', 'https://api.notion.com/v1/oauth/token'),
    hidden('scope'),
    hidden('authQueryParameters'),
    hidden('authentication', 'header'),
  ],
});
