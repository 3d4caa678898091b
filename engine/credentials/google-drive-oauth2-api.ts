// Google Drive OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text, toggle } from '../sdk/index.ts';

export const googleDriveOAuth2Api = defineCredential({
  name: 'googleDriveOAuth2Api',
  displayName: 'Google Drive OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: [
    toggle('customScopes', 'Custom Scopes'),
    text('enabledScopes', 'Enabled Scopes', {
      default:
        'https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.appdata https://www.googleapis.com/auth/drive.photos.readonly',
      when: { customScopes: [true] },
    }),
    hidden(
      'scope',
      '={{$self["customScopes"] ? $self["enabledScopes"] : "https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.appdata https://www.googleapis.com/auth/drive.photos.readonly"}}',
    ),
  ],
});
