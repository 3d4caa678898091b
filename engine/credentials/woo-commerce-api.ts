// WooCommerce API: requests are signed with basic authentication, or with query parameters.
import { basicAuthorization, defineCredential, secret, text, toggle } from '../sdk/index.ts';

export const wooCommerceApi = defineCredential({
  name: 'wooCommerceApi',
  displayName: 'WooCommerce API',
  documentationUrl: 'https://woocommerce.com/document/woocommerce-rest-api/',
  fields: [
    secret('consumerKey', 'Consumer Key'),
    secret('consumerSecret', 'Consumer Secret'),
    text('url', 'WooCommerce URL'),
    toggle('includeCredentialsInQuery', 'Include Credentials in Query'),
  ],
  sign: (data, request) => {
    const [key, secretText] = [String(data['consumerKey']), String(data['consumerSecret'])];
    if (data['includeCredentialsInQuery'] !== true) {
      return { ...request, headers: { ...request.headers, Authorization: basicAuthorization(key, secretText) } };
    }
    const url = new URL(request.url);
    url.searchParams.set('consumer_key', key);
    url.searchParams.set('consumer_secret', secretText);
    return { ...request, url: url.href };
  },
  test: { url: '={{ $credentials.url }}/wp-json/wc/v3/products/categories' },
});
