// Xero OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden } from '../sdk/index.ts';

export const xeroOAuth2Api = defineCredential({
  name: 'xeroOAuth2Api',
  displayName: 'Xero OAuth2 API',
  documentationUrl: 'https://developer.xero.com/documentation/guides/oauth2/overview/',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    hidden('authUrl', 'https://login.xero.com/identity/connect/authorize'),
    hidden('accessTokenUrl', 'https://identity.xero.com/connect/token'),
    hidden(
      'scope',
      'offline_access accounting.invoices accounting.payments accounting.banktransactions accounting.manualjournals accounting.attachments accounting.settings accounting.contacts',
    ),
    hidden('authQueryParameters'),
    hidden('authentication', 'header'),
  ],
});
