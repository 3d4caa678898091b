// Google accounts, which are connected over OAuth2.
import { defineCredential, hidden } from '../sdk/index.ts';
import { customScopes } from './_shared/custom-scopes.ts';

export const googleOAuth2Api = defineCredential({
  name: 'googleOAuth2Api',
  displayName: 'Google OAuth2 API',
  documentationUrl: 'https://developers.google.com/identity/protocols/oauth2',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    hidden('authUrl', 'https://accounts.google.com/o/oauth2/v2/auth'),
    hidden('accessTokenUrl', 'https://oauth2.googleapis.com/token'),
    hidden('authQueryParameters', 'access_type=offline&prompt=consent'),
    hidden('authentication', 'body'),
  ],
});

export const gmailOAuth2 = defineCredential({
  name: 'gmailOAuth2',
  displayName: 'Gmail OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: customScopes(
    'https://www.googleapis.com/auth/gmail.labels https://www.googleapis.com/auth/gmail.addons.current.action.compose https://www.googleapis.com/auth/gmail.addons.current.message.action https://mail.google.com/ https://www.googleapis.com/auth/gmail.modify https://www.googleapis.com/auth/gmail.compose',
  ),
});

export const googleCalendarOAuth2Api = defineCredential({
  name: 'googleCalendarOAuth2Api',
  displayName: 'Google Calendar OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: customScopes('https://www.googleapis.com/auth/calendar https://www.googleapis.com/auth/calendar.events'),
});

export const googleDocsOAuth2Api = defineCredential({
  name: 'googleDocsOAuth2Api',
  displayName: 'Google Docs OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: customScopes(
    'https://www.googleapis.com/auth/documents https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.file',
  ),
});

export const googleDriveOAuth2Api = defineCredential({
  name: 'googleDriveOAuth2Api',
  displayName: 'Google Drive OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: customScopes(
    'https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.appdata https://www.googleapis.com/auth/drive.photos.readonly',
  ),
});

export const googleSheetsOAuth2Api = defineCredential({
  name: 'googleSheetsOAuth2Api',
  displayName: 'Google Sheets OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: customScopes(
    'https://www.googleapis.com/auth/drive.file https://www.googleapis.com/auth/spreadsheets https://www.googleapis.com/auth/drive.metadata',
  ),
});

export const googleSheetsTriggerOAuth2Api = defineCredential({
  name: 'googleSheetsTriggerOAuth2Api',
  displayName: 'Google Sheets Trigger OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: customScopes(
    'https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.file https://www.googleapis.com/auth/spreadsheets https://www.googleapis.com/auth/drive.metadata',
  ),
});

export const googleSlidesOAuth2Api = defineCredential({
  name: 'googleSlidesOAuth2Api',
  displayName: 'Google Slides OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: customScopes('https://www.googleapis.com/auth/drive.file https://www.googleapis.com/auth/presentations'),
});

export const youTubeOAuth2Api = defineCredential({
  name: 'youTubeOAuth2Api',
  displayName: 'YouTube OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: customScopes(
    'https://www.googleapis.com/auth/youtube https://www.googleapis.com/auth/youtubepartner https://www.googleapis.com/auth/youtube.force-ssl https://www.googleapis.com/auth/youtube.upload https://www.googleapis.com/auth/youtubepartner-channel-audit',
  ),
});
