// Messengers, mail services and telephony.
import { defineCredential, choice, hidden, secret, text, toggle } from '../sdk/index.ts';

/** The URL of a webhook, which is the secret. */
export const discordWebhookApi = defineCredential({
  name: 'discordWebhookApi',
  displayName: 'Discord Webhook',
  documentationUrl: 'https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks',
  fields: [secret('webhookUri', 'Webhook URL', { required: true })],
  test: { url: '={{ $credentials.webhookUri }}' },
});

export const sendInBlueApi = defineCredential({
  name: 'sendInBlueApi',
  displayName: 'Brevo',
  documentationUrl: 'https://developers.brevo.com/docs/api-key-authentication',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { headers: { 'api-key': '={{ $credentials.apiKey }}' } },
  test: { url: 'https://api.brevo.com/v3/account' },
});

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

export const slackOAuth2Api = defineCredential({
  name: 'slackOAuth2Api',
  displayName: 'Slack OAuth2 API',
  documentationUrl: 'https://api.slack.com/authentication/oauth-v2',
  extends: ['oAuth2Api'],
  fields: [
    secret('signatureSecret', 'Signature Secret'),
    hidden('grantType', 'authorizationCode'),
    hidden('authUrl', 'https://slack.com/oauth/v2/authorize'),
    hidden('accessTokenUrl', 'https://slack.com/api/oauth.v2.access'),
    hidden('scope'),
    toggle('customScopes', 'Custom Scopes'),
    text('userScope', 'User Scope', {
      default:
        'channels:read channels:write channels:history chat:write files:read files:write groups:read groups:write groups:history im:read im:history mpim:read mpim:history reactions:read reactions:write stars:read stars:write usergroups:write usergroups:read users.profile:read users.profile:write users:read users:read.email search:read.public search:read.private search:read.im search:read.mpim search:read',
      when: { customScopes: [true] },
    }),
    hidden(
      'authQueryParameters',
      '={{$self["customScopes"] ? "user_scope=" + $self["userScope"] : "user_scope=channels:read channels:write channels:history chat:write files:read files:write groups:read groups:write groups:history im:read im:history mpim:read mpim:history reactions:read reactions:write stars:read stars:write usergroups:write usergroups:read users.profile:read users.profile:write users:read users:read.email search:read.public search:read.private search:read.im search:read.mpim search:read"}}',
    ),
    hidden('authentication', 'body'),
  ],
});

/** The token of a bot, which is part of the URLs. */
export const telegramApi = defineCredential({
  name: 'telegramApi',
  displayName: 'Telegram API',
  documentationUrl: 'https://core.telegram.org/bots/features#botfather',
  fields: [secret('accessToken', 'Access Token', { required: true }), text('baseUrl', 'Base URL', { default: 'https://api.telegram.org' })],
  test: { url: '={{ $credentials.baseUrl }}/bot{{ $credentials.accessToken }}/getMe' },
});

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

export const whatsAppApi = defineCredential({
  name: 'whatsAppApi',
  displayName: 'WhatsApp API',
  documentationUrl: 'https://developers.facebook.com/docs/whatsapp/cloud-api/get-started',
  fields: [secret('accessToken', 'Access Token', { required: true }), text('businessAccountId', 'Business Account ID', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  test: { url: 'https://graph.facebook.com/v13.0/' },
});

export const whatsAppTriggerApi = defineCredential({
  name: 'whatsAppTriggerApi',
  displayName: 'WhatsApp OAuth API',
  documentationUrl: 'https://developers.facebook.com/docs/whatsapp/cloud-api/get-started',
  fields: [text('clientId', 'Client ID', { required: true }), secret('clientSecret', 'Client Secret', { required: true })],
  test: {
    url: '=https://graph.facebook.com/v19.0/oauth/access_token?grant_type=client_credentials&client_id={{ $credentials.clientId }}&client_secret={{ $credentials.clientSecret }}',
    method: 'POST',
  },
});
