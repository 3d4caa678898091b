// Reddit OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden } from '../sdk/index.ts';

export const redditOAuth2Api = defineCredential({
  name: 'redditOAuth2Api',
  displayName: 'Reddit OAuth2 API',
  documentationUrl: 'https://github.com/reddit-archive/reddit/wiki/OAuth2',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    hidden('authQueryParameters', 'response_type=code'),
    hidden('authQueryParameters', 'grant_type=authorization_code'),
    hidden('authQueryParameters', 'duration=permanent'),
    hidden('authUrl', 'https://www.reddit.com/api/v1/authorize'),
    hidden('accessTokenUrl', 'https://www.reddit.com/api/v1/access_token'),
    hidden('scope', 'identity edit history mysubreddits read save submit'),
    hidden('authentication', 'header'),
  ],
});
