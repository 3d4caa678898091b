// Social networks.
import { defineCredential, hidden, secret, toggle } from '../sdk/index.ts';

export const facebookGraphApi = defineCredential({
  name: 'facebookGraphApi',
  displayName: 'Facebook Graph API',
  documentationUrl: 'https://developers.facebook.com/docs/graph-api/',
  fields: [secret('accessToken', 'Access Token', { required: true })],
  sign: { query: { access_token: '={{ $credentials.accessToken }}' } },
  test: { url: 'https://graph.facebook.com/v8.0/me' },
});

export const linkedInOAuth2Api = defineCredential({
  name: 'linkedInOAuth2Api',
  displayName: 'LinkedIn OAuth2 API',
  documentationUrl: 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    toggle('organizationSupport', 'Organization Support', { default: true }),
    hidden('authUrl', 'https://www.linkedin.com/oauth/v2/authorization'),
    hidden('accessTokenUrl', 'https://www.linkedin.com/oauth/v2/accessToken'),
    hidden(
      'scope',
      '=w_member_social{{ $self["organizationSupport"] === true ? ",w_organization_social" : "" }}{{ $self["legacy"] === true ? ",r_liteprofile,r_emailaddress" : ",profile,email,openid" }}',
    ),
    hidden('authQueryParameters'),
    hidden('authentication', 'body'),
    toggle('legacy', 'Legacy', { default: true }),
  ],
});

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
