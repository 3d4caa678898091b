// Google Calendar OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text, toggle } from '../sdk/index.ts';

export const googleCalendarOAuth2Api = defineCredential({
  name: 'googleCalendarOAuth2Api',
  displayName: 'Google Calendar OAuth2 API',
  extends: ['googleOAuth2Api'],
  fields: [
    toggle('customScopes', 'Custom Scopes'),
    text('enabledScopes', 'Enabled Scopes', {
      default: 'https://www.googleapis.com/auth/calendar https://www.googleapis.com/auth/calendar.events',
      when: { customScopes: [true] },
    }),
    hidden(
      'scope',
      '={{$self["customScopes"] ? $self["enabledScopes"] : "https://www.googleapis.com/auth/calendar https://www.googleapis.com/auth/calendar.events"}}',
    ),
  ],
});
