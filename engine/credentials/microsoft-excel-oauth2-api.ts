// Microsoft Excel OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text, toggle } from '../sdk/index.ts';

export const microsoftExcelOAuth2Api = defineCredential({
  name: 'microsoftExcelOAuth2Api',
  displayName: 'Microsoft Excel OAuth2 API',
  extends: ['microsoftOAuth2Api'],
  fields: [
    toggle('customScopes', 'Custom Scopes'),
    text('enabledScopes', 'Enabled Scopes', { default: 'openid offline_access Files.ReadWrite', when: { customScopes: [true] } }),
    hidden('scope', '={{$self["customScopes"] ? $self["enabledScopes"] : "openid offline_access Files.ReadWrite"}}'),
  ],
});
