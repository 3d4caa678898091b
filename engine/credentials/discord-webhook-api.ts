// Discord Webhook: the URL of a webhook, which is the secret.
import { defineCredential, secret } from '../sdk/index.ts';

export const discordWebhookApi = defineCredential({
  name: 'discordWebhookApi',
  displayName: 'Discord Webhook',
  fields: [secret('webhookUri', 'Webhook URL', { required: true })],
  test: { url: '={{ $credentials.webhookUri }}' },
});
