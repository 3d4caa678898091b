// X OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden } from '../sdk/index.ts';

export const twitterOAuth2Api = defineCredential({
  name: 'twitterOAuth2Api',
  displayName: 'X OAuth2 API',
  extends: ['oAuth2Api'],
  documentationUrl: 'https://docs.x.com/',
  fields: [
    hidden('grantType', 'pkce'),
    hidden('authUrl', 'https://x.com/i/oauth2/authorize'),
    hidden('accessTokenUrl', 'https://api.x.com/2/oauth2/token'),
    hidden(
      'scope',
      'tweet.read users.read tweet.write tweet.moderate.write users.read follows.read follows.write offline.access like.read like.write dm.write dm.read list.read list.write',
    ),
    hidden('authQueryParameters'),
    hidden('authentication', 'header'),
  ],
});
