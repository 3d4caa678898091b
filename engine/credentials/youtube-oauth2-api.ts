// YouTube OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text, toggle } from '../sdk/index.ts';

export const youTubeOAuth2Api = defineCredential({
  name: 'youTubeOAuth2Api',
  displayName: 'YouTube OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: [
    toggle('customScopes', 'Custom Scopes'),
    text('enabledScopes', 'Enabled Scopes', {
      default:
        'https://www.googleapis.com/auth/youtube https://www.googleapis.com/auth/youtubepartner https://www.googleapis.com/auth/youtube.force-ssl https://www.googleapis.com/auth/youtube.upload https://www.googleapis.com/auth/youtubepartner-channel-audit',
      when: { customScopes: [true] },
    }),
    hidden(
      'scope',
      '={{$self["customScopes"] ? $self["enabledScopes"] : "https://www.googleapis.com/auth/youtube https://www.googleapis.com/auth/youtubepartner https://www.googleapis.com/auth/youtube.force-ssl https://www.googleapis.com/auth/youtube.upload https://www.googleapis.com/auth/youtubepartner-channel-audit"}}',
    ),
  ],
});
