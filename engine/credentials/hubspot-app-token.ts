// HubSpot Service Key: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const hubspotAppToken = defineCredential({
  name: 'hubspotAppToken',
  displayName: 'HubSpot Service Key',
  documentationUrl: 'https://developers.hubspot.com/docs',
  fields: [secret('appToken', 'Service Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.appToken }}' } },
  test: { url: 'https://api.hubapi.com/account-info/v3/details' },
});
