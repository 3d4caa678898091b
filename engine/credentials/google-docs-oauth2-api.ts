// Google Docs OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text, toggle } from '../sdk/index.ts';

export const googleDocsOAuth2Api = defineCredential({
  name: 'googleDocsOAuth2Api',
  displayName: 'Google Docs OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: [
    toggle('customScopes', 'Custom Scopes'),
    text('enabledScopes', 'Enabled Scopes', {
      default: 'https://www.googleapis.com/auth/documents https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.file',
      when: { customScopes: [true] },
    }),
    hidden(
      'scope',
      '={{$self["customScopes"] ? $self["enabledScopes"] : "https://www.googleapis.com/auth/documents https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.file"}}',
    ),
  ],
});
