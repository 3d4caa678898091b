// HubSpot OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden } from '../sdk/index.ts';

export const hubspotOAuth2Api = defineCredential({
  name: 'hubspotOAuth2Api',
  displayName: 'HubSpot OAuth2 API',
  extends: ['oAuth2Api'],
  documentationUrl: 'https://developers.hubspot.com/docs',
  fields: [
    hidden('grantType', 'authorizationCode'),
    hidden('authUrl', 'https://app.hubspot.com/oauth/authorize'),
    hidden('accessTokenUrl', 'https://api.hubapi.com/oauth/v1/token'),
    hidden(
      'scope',
      'crm.lists.write crm.objects.contacts.read crm.objects.contacts.write crm.objects.companies.read crm.objects.companies.write crm.objects.deals.read crm.objects.deals.write crm.objects.owners.read crm.schemas.companies.read crm.schemas.contacts.read crm.schemas.deals.read forms tickets',
    ),
    hidden('authQueryParameters', 'grant_type=authorization_code'),
    hidden('authentication', 'body'),
  ],
});
