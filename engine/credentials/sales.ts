// Customer relations: sales, marketing, support and ERP.
import { defineCredential, choice, hidden, secret, text, toggle } from '../sdk/index.ts';

export const activeCampaignApi = defineCredential({
  name: 'activeCampaignApi',
  displayName: 'ActiveCampaign API',
  documentationUrl: 'https://developers.activecampaign.com/reference/authentication',
  fields: [text('apiUrl', 'API URL', { required: true }), secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { 'Api-Token': '={{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.apiUrl }}/api/3/fields' },
});

export const erpNextApi = defineCredential({
  name: 'erpNextApi',
  displayName: 'ERPNext API',
  documentationUrl: 'https://docs.frappe.io/framework/user/en/guides/integration/rest_api/token_based_authentication',
  fields: [
    secret('apiKey', 'API Key', { required: true }),
    secret('apiSecret', 'API Secret', { required: true }),
    choice('environment', 'Environment', { cloudHosted: 'Cloud Hosted', selfHosted: 'Self Hosted' }),
    text('subdomain', 'Subdomain', { required: true, when: { environment: ['cloudHosted'] } }),
    choice(
      'domain',
      'Domain',
      { 'erpnext.com': 'erpnext.com', 'frappe.cloud': 'frappe.cloud' },
      { when: { environment: ['cloudHosted'] } },
    ),
    text('domain', 'Domain', { required: true, when: { environment: ['selfHosted'] } }),
    toggle('allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)'),
  ],
  sign: { headers: { Authorization: '=token {{ $credentials.apiKey }}:{{ $credentials.apiSecret }}' } },
  test: {
    url: '={{ $credentials.environment === "cloudHosted" ? "https://" + $credentials.subdomain + "." + $credentials.domain : $credentials.domain }}/api/method/frappe.auth.get_logged_user',
  },
});

export const highLevelOAuth2Api = defineCredential({
  name: 'highLevelOAuth2Api',
  displayName: 'HighLevel OAuth2 API',
  extends: ['oAuth2Api'],
  documentationUrl: 'https://marketplace.gohighlevel.com/docs/',
  fields: [
    hidden('grantType', 'authorizationCode'),
    choice(
      'authUrl',
      'Authorization URL',
      {
        'https://marketplace.leadconnectorhq.com/oauth/chooselocation': 'https://marketplace.leadconnectorhq.com/oauth/chooselocation',
        'https://marketplace.gohighlevel.com/oauth/chooselocation': 'https://marketplace.gohighlevel.com/oauth/chooselocation',
      },
      { required: true },
    ),
    text('scope', 'Scope', { required: true }),
    hidden('accessTokenUrl', 'https://services.leadconnectorhq.com/oauth/token'),
    hidden('authQueryParameters'),
    hidden('authentication', 'body'),
  ],
});

export const hubspotAppToken = defineCredential({
  name: 'hubspotAppToken',
  displayName: 'HubSpot Service Key',
  documentationUrl: 'https://developers.hubspot.com/docs',
  fields: [secret('appToken', 'Service Key', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.appToken }}' } },
  test: { url: 'https://api.hubapi.com/account-info/v3/details' },
});

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

export const odooApi = defineCredential({
  name: 'odooApi',
  displayName: 'Odoo API',
  documentationUrl: 'https://www.odoo.com/documentation/18.0/developer/reference/external_api.html',
  fields: [
    text('url', 'Site URL', { required: true }),
    text('username', 'Username', { required: true }),
    secret('password', 'Password or API Key', { required: true }),
    text('db', 'Database Name'),
  ],
});

export const zendeskApi = defineCredential({
  name: 'zendeskApi',
  displayName: 'Zendesk API',
  documentationUrl: 'https://developer.zendesk.com/api-reference/introduction/security-and-auth/',
  fields: [
    text('subdomain', 'Subdomain', { required: true }),
    text('email', 'Email', { required: true }),
    secret('apiToken', 'API Token', { required: true }),
  ],
  sign: { basic: { user: '={{ $credentials.email }}/token', password: '={{ $credentials.apiToken }}' } },
  test: { url: '=https://{{ $credentials.subdomain }}.zendesk.com/api/v2/ticket_fields.json' },
});
