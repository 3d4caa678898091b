// WhatsApp OAuth API: used by nodes that connect directly; does not sign requests.
import { defineCredential, secret, text } from '../sdk/index.ts';

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
