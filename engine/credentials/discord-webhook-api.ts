// Discord Webhook: the address of a webhook, which is the secret itself.
import { defineCredential, secret } from '../sdk/index.ts';

export const discordWebhookApi = defineCredential({
  name: 'discordWebhookApi',
  displayName: 'Discord Webhook',
  fields: [secret('webhookUri', 'Webhook URL', { required: true })],
  test: { url: '={{ $credentials.webhookUri }}' },
});
