// QuickBooks Online OAuth2 API: the account is connected over OAuth2.
import { defineCredential, choice, hidden } from '../sdk/index.ts';

export const quickBooksOAuth2Api = defineCredential({
  name: 'quickBooksOAuth2Api',
  displayName: 'QuickBooks Online OAuth2 API',
  documentationUrl: 'https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    hidden('authUrl', 'https://appcenter.intuit.com/connect/oauth2'),
    hidden('accessTokenUrl', 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer'),
    hidden('scope', 'com.intuit.quickbooks.accounting'),
    hidden('authQueryParameters'),
    hidden('authentication', 'header'),
    choice('environment', 'Environment', { production: 'Production', sandbox: 'Sandbox' }),
  ],
});
