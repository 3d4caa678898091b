// Slack API: requests are signed with a header.
import { defineCredential, hidden, secret } from '../sdk/index.ts';

export const slackApi = defineCredential({
  name: 'slackApi',
  displayName: 'Slack API',
  documentationUrl: 'https://api.slack.com/authentication/token-types',
  fields: [
    secret('accessToken', 'Access Token', { required: true }),
    secret('signatureSecret', 'Signature Secret'),
    hidden('managedAppId'),
    hidden('teamId'),
    hidden('managerCredentialId'),
  ],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  test: { url: 'https://slack.com/api/users.profile.get' },
});
