// Magento 2 API: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const magento2Api = defineCredential({
  name: 'magento2Api',
  displayName: 'Magento 2 API',
  fields: [text('host', 'Host'), secret('accessToken', 'Access Token')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  test: { url: '={{ $credentials.host }}/rest/default/V1/modules' },
});
