// Microsoft SharePoint OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text, toggle } from '../sdk/index.ts';

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
