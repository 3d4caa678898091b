// Shopify Access Token API: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

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
