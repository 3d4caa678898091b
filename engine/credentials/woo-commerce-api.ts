// WooCommerce API: requests are signed with basic authentication, or with query parameters.
import { basicAuthorization, defineCredential, secret, text, toggle, withQuery } from '../sdk/index.ts';

export const wooCommerceApi = defineCredential({
  name: 'wooCommerceApi',
  displayName: 'WooCommerce API',
  documentationUrl: 'https://woocommerce.com/document/woocommerce-rest-api/',
  fields: [
    secret('consumerKey', 'Consumer Key', { required: true }),
    secret('consumerSecret', 'Consumer Secret', { required: true }),
    text('url', 'WooCommerce URL', { required: true }),
    toggle('includeCredentialsInQuery', 'Include Credentials in Query'),
  ],
  sign: (data, request) => {
    const [key, secretText] = [String(data['consumerKey']), String(data['consumerSecret'])];
    if (data['includeCredentialsInQuery'] !== true) {
      return { ...request, headers: { ...request.headers, Authorization: basicAuthorization(key, secretText) } };
    }
    const query = [
      ['consumer_key', key],
      ['consumer_secret', secretText],
    ] as const;
    return { ...request, url: withQuery(request.url, query) };
  },
  test: { url: '={{ $credentials.url }}/wp-json/wc/v3/products/categories' },
});
