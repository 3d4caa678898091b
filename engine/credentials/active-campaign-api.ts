// ActiveCampaign API: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const activeCampaignApi = defineCredential({
  name: 'activeCampaignApi',
  displayName: 'ActiveCampaign API',
  documentationUrl: 'https://developers.activecampaign.com/reference/authentication',
  fields: [text('apiUrl', 'API URL', { required: true }), secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { 'Api-Token': '={{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.apiUrl }}/api/3/fields' },
});
