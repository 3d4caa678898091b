// Microsoft OAuth2 API: the account is connected over OAuth2.
import { defineCredential, choice, hidden, secret, text } from '../sdk/index.ts';

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
