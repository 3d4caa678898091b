// HighLevel OAuth2 API: the account is connected over OAuth2.
import { defineCredential, choice, hidden, text } from '../sdk/index.ts';

export const highLevelOAuth2Api = defineCredential({
  name: 'highLevelOAuth2Api',
  displayName: 'HighLevel OAuth2 API',
  extends: ['oAuth2Api'],
  documentationUrl: 'https://marketplace.gohighlevel.com/docs/',
  fields: [
    hidden('grantType', 'authorizationCode'),
    choice(
      'authUrl',
      'Authorization URL',
      {
        'https://marketplace.leadconnectorhq.com/oauth/chooselocation': 'https://marketplace.leadconnectorhq.com/oauth/chooselocation',
        'https://marketplace.gohighlevel.com/oauth/chooselocation': 'https://marketplace.gohighlevel.com/oauth/chooselocation',
      },
      { required: true },
    ),
    text('scope', 'Scope', { required: true }),
    hidden('accessTokenUrl', 'https://services.leadconnectorhq.com/oauth/token'),
    hidden('authQueryParameters'),
    hidden('authentication', 'body'),
  ],
});
