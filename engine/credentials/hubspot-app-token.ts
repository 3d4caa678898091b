// HubSpot Service Key: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const hubspotAppToken = defineCredential({
  name: 'hubspotAppToken',
  displayName: 'HubSpot Service Key',
  fields: [secret('appToken', 'Service Key')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.appToken }}' } },
  test: { url: 'https://api.hubapi.com/account-info/v3/details' },
});
