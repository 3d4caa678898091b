// Twilio API: requests are signed with basic authentication.
import { defineCredential, choice, secret, text } from '../sdk/index.ts';

export const twilioApi = defineCredential({
  name: 'twilioApi',
  displayName: 'Twilio API',
  documentationUrl: 'https://www.twilio.com/docs/iam/api-keys',
  fields: [
    choice('authType', 'Auth Type', { authToken: 'Auth Token', apiKey: 'API Key' }),
    text('accountSid', 'Account SID', { required: true }),
    secret('authToken', 'Auth Token', { required: true, when: { authType: ['authToken'] } }),
    secret('apiKeySid', 'API Key SID', { required: true, when: { authType: ['apiKey'] } }),
    secret('apiKeySecret', 'API Key Secret', { required: true, when: { authType: ['apiKey'] } }),
  ],
  sign: {
    basic: {
      user: '={{ $credentials.authType === "apiKey" ? $credentials.apiKeySid : $credentials.accountSid }}',
      password: '={{ $credentials.authType === "apiKey" ? $credentials.apiKeySecret : $credentials.authToken }}',
    },
  },
  test: { url: '=https://api.twilio.com/2010-04-01/Accounts/{{ $credentials.accountSid }}.json' },
});
