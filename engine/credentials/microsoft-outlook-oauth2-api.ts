// Microsoft Outlook OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text, toggle } from '../sdk/index.ts';

export const microsoftOutlookOAuth2Api = defineCredential({
  name: 'microsoftOutlookOAuth2Api',
  displayName: 'Microsoft Outlook OAuth2 API',
  extends: ['microsoftOAuth2Api'],
  fields: [
    toggle('customScopes', 'Custom Scopes'),
    text('enabledScopes', 'Enabled Scopes', {
      default:
        'openid offline_access Contacts.Read Contacts.ReadWrite Calendars.Read Calendars.Read.Shared Calendars.ReadWrite Mail.ReadWrite Mail.ReadWrite.Shared Mail.Send Mail.Send.Shared MailboxSettings.Read',
      when: { customScopes: [true] },
    }),
    hidden(
      'scope',
      '={{$self["customScopes"] ? $self["enabledScopes"] : "openid offline_access Contacts.Read Contacts.ReadWrite Calendars.Read Calendars.Read.Shared Calendars.ReadWrite Mail.ReadWrite Mail.ReadWrite.Shared Mail.Send Mail.Send.Shared MailboxSettings.Read"}}',
    ),
    toggle('useShared', 'Use Shared Mailbox'),
    text('userPrincipalName', 'User Principal Name', { when: { useShared: [true] } }),
  ],
});
