// Magento 2 API: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const magento2Api = defineCredential({
  name: 'magento2Api',
  displayName: 'Magento 2 API',
  documentationUrl: 'https://developer.adobe.com/commerce/webapi/get-started/authentication/',
  fields: [text('host', 'Host', { required: true }), secret('accessToken', 'Access Token', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  test: { url: '={{ $credentials.host }}/rest/default/V1/modules' },
});
