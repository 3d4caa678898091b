// Google OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden } from '../sdk/index.ts';

export const googleOAuth2Api = defineCredential({
  name: 'googleOAuth2Api',
  displayName: 'Google OAuth2 API',
  documentationUrl: 'https://developers.google.com/identity/protocols/oauth2',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    hidden('authUrl', 'https://accounts.google.com/o/oauth2/v2/auth'),
    hidden('accessTokenUrl', 'https://oauth2.googleapis.com/token'),
    hidden('authQueryParameters', 'access_type=offline&prompt=consent'),
    hidden('authentication', 'body'),
  ],
});
