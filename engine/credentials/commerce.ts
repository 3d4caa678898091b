// Shops, payments and accounting.
import { defineCredential, choice, hidden, secret, text } from '../sdk/index.ts';

export const magento2Api = defineCredential({
  name: 'magento2Api',
  displayName: 'Magento 2 API',
  documentationUrl: 'https://developer.adobe.com/commerce/webapi/get-started/authentication/',
  fields: [text('host', 'Host', { required: true }), secret('accessToken', 'Access Token', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  test: { url: '={{ $credentials.host }}/rest/default/V1/modules' },
});

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

export const shopifyAccessTokenApi = defineCredential({
  name: 'shopifyAccessTokenApi',
  displayName: 'Shopify Access Token API',
  documentationUrl: 'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens',
  fields: [
    text('shopSubdomain', 'Shop Subdomain', { required: true }),
    secret('accessToken', 'Access Token', { required: true }),
    secret('appSecretKey', 'APP Secret Key', { required: true }),
  ],
  sign: { headers: { 'X-Shopify-Access-Token': '={{ $credentials?.accessToken }}' } },
  test: { url: '=https://{{ $credentials?.shopSubdomain }}.myshopify.com/admin/api/2024-07/products.json' },
});

export const stripeApi = defineCredential({
  name: 'stripeApi',
  displayName: 'Stripe API',
  documentationUrl: 'https://docs.stripe.com/keys',
  fields: [secret('secretKey', 'Secret Key', { required: true }), secret('signatureSecret', 'Signature Secret')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.secretKey }}' } },
  test: { url: 'https://api.stripe.com/v1/charges' },
});

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
