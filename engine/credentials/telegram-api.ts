// Telegram API: the token of a bot, which is part of the URLs.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const telegramApi = defineCredential({
  name: 'telegramApi',
  displayName: 'Telegram API',
  documentationUrl: 'https://core.telegram.org/bots/features#botfather',
  fields: [secret('accessToken', 'Access Token', { required: true }), text('baseUrl', 'Base URL', { default: 'https://api.telegram.org' })],
  test: { url: '={{ $credentials.baseUrl }}/bot{{ $credentials.accessToken }}/getMe' },
});
