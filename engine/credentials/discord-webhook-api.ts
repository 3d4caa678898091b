// Discord Webhook: the URL of a webhook, which is the secret.
import { defineCredential, secret } from '../sdk/index.ts';

export const discordWebhookApi = defineCredential({
  name: 'discordWebhookApi',
  displayName: 'Discord Webhook',
  documentationUrl: 'https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks',
  fields: [secret('webhookUri', 'Webhook URL', { required: true })],
  test: { url: '={{ $credentials.webhookUri }}' },
});
