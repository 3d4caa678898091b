// Google Sheets OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text, toggle } from '../sdk/index.ts';

export const googleSheetsOAuth2Api = defineCredential({
  name: 'googleSheetsOAuth2Api',
  displayName: 'Google Sheets OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: [
    toggle('customScopes', 'Custom Scopes'),
    text('enabledScopes', 'Enabled Scopes', {
      default:
        'https://www.googleapis.com/auth/drive.file https://www.googleapis.com/auth/spreadsheets https://www.googleapis.com/auth/drive.metadata',
      when: { customScopes: [true] },
    }),
    hidden(
      'scope',
      '={{$self["customScopes"] ? $self["enabledScopes"] : "https://www.googleapis.com/auth/drive.file https://www.googleapis.com/auth/spreadsheets https://www.googleapis.com/auth/drive.metadata"}}',
    ),
  ],
});
