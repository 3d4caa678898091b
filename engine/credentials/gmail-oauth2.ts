// Gmail OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text, toggle } from '../sdk/index.ts';

export const gmailOAuth2 = defineCredential({
  name: 'gmailOAuth2',
  displayName: 'Gmail OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: [
    toggle('customScopes', 'Custom Scopes'),
    text('enabledScopes', 'Enabled Scopes', {
      default:
        'https://www.googleapis.com/auth/gmail.labels https://www.googleapis.com/auth/gmail.addons.current.action.compose https://www.googleapis.com/auth/gmail.addons.current.message.action https://mail.google.com/ https://www.googleapis.com/auth/gmail.modify https://www.googleapis.com/auth/gmail.compose',
      when: { customScopes: [true] },
    }),
    hidden(
      'scope',
      '={{$self["customScopes"] ? $self["enabledScopes"] : "https://www.googleapis.com/auth/gmail.labels https://www.googleapis.com/auth/gmail.addons.current.action.compose https://www.googleapis.com/auth/gmail.addons.current.message.action https://mail.google.com/ https://www.googleapis.com/auth/gmail.modify https://www.googleapis.com/auth/gmail.compose"}}',
    ),
  ],
});
