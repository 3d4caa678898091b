// Microsoft accounts, which are connected over OAuth2.
import { defineCredential, choice, hidden, secret, text, toggle } from '../sdk/index.ts';
import { customScopes } from './_shared/custom-scopes.ts';

export const microsoftOAuth2Api = defineCredential({
  name: 'microsoftOAuth2Api',
  displayName: 'Microsoft OAuth2 API',
  documentationUrl: 'https://learn.microsoft.com/en-us/entra/identity-platform/how-to-add-redirect-uri',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    choice('clientCredentialType', 'Authentication', { clientSecret: 'Client Secret', certificate: 'Certificate' }),
    secret('clientSecret', 'Client Secret', { required: true, when: { clientCredentialType: ['clientSecret'] } }),
    secret('privateKey', 'Private Key', { required: true, rows: 4, when: { clientCredentialType: ['certificate'] } }),
    secret('certificate', 'Certificate', { required: true, rows: 4, when: { clientCredentialType: ['certificate'] } }),
    text('authUrl', 'Authorization URL', { default: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize' }),
    text('accessTokenUrl', 'Access Token URL', { default: 'https://login.microsoftonline.com/common/oauth2/v2.0/token' }),
    text('scope', 'Scope', { when: { useDynamicClientRegistration: [false] } }),
    hidden('authQueryParameters', 'response_mode=query&prompt=select_account'),
    hidden('authentication', 'body'),
    choice('graphApiBaseUrl', 'Microsoft Graph API Base URL', {
      'https://graph.microsoft.com': 'https://graph.microsoft.com',
      'https://graph.microsoft.us': 'https://graph.microsoft.us',
      'https://dod-graph.microsoft.us': 'https://dod-graph.microsoft.us',
      'https://microsoftgraph.chinacloudapi.cn': 'https://microsoftgraph.chinacloudapi.cn',
    }),
  ],
});

export const microsoftExcelOAuth2Api = defineCredential({
  name: 'microsoftExcelOAuth2Api',
  displayName: 'Microsoft Excel OAuth2 API',
  extends: ['microsoftOAuth2Api'],
  fields: customScopes('openid offline_access Files.ReadWrite'),
});

export const microsoftOutlookOAuth2Api = defineCredential({
  name: 'microsoftOutlookOAuth2Api',
  displayName: 'Microsoft Outlook OAuth2 API',
  extends: ['microsoftOAuth2Api'],
  fields: [
    ...customScopes(
      'openid offline_access Contacts.Read Contacts.ReadWrite Calendars.Read Calendars.Read.Shared Calendars.ReadWrite Mail.ReadWrite Mail.ReadWrite.Shared Mail.Send Mail.Send.Shared MailboxSettings.Read',
    ),
    toggle('useShared', 'Use Shared Mailbox'),
    text('userPrincipalName', 'User Principal Name', { when: { useShared: [true] } }),
  ],
});

export const microsoftSharePointOAuth2Api = defineCredential({
  name: 'microsoftSharePointOAuth2Api',
  displayName: 'Microsoft SharePoint OAuth2 API',
  extends: ['microsoftOAuth2Api'],
  fields: [
    text('subdomain', 'Subdomain', { required: true }),
    toggle('customScopes', 'Custom Scopes'),
    text('enabledScopes', 'Enabled Scopes', {
      default: 'openid offline_access https://{subdomain}.sharepoint.com/.default',
      when: { customScopes: [true] },
    }),
    hidden(
      'scope',
      '={{($self["customScopes"] ? $self["enabledScopes"] : "openid offline_access https://{subdomain}.sharepoint.com/.default").replace(/\\{subdomain\\}/g, ($self["subdomain"] || "").trim())}}',
    ),
    hidden('graphApiBaseUrl', 'https://graph.microsoft.com'),
  ],
});

export const azureEntraCognitiveServicesOAuth2Api = defineCredential({
  name: 'azureEntraCognitiveServicesOAuth2Api',
  displayName: 'Azure Entra ID Cognitive Services OAuth2 API',
  documentationUrl: 'https://learn.microsoft.com/en-us/azure/ai-services/openai/how-to/managed-identity',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    text('resourceName', 'Resource Name', { required: true }),
    text('apiVersion', 'API Version', { required: true, default: '2025-03-01-preview' }),
    text('endpoint', 'Endpoint'),
    text('tenantId', 'Tenant ID', { default: 'common' }),
    hidden('authUrl', '=https://login.microsoftonline.com/{{$self["tenantId"]}}/oauth2/v2.0/authorize'),
    hidden('accessTokenUrl', '=https://login.microsoftonline.com/{{$self["tenantId"]}}/oauth2/v2.0/token'),
    ...customScopes('openid offline_access https://cognitiveservices.azure.com/.default'),
    hidden('authQueryParameters', ''),
    hidden('authentication', 'body'),
  ],
});
