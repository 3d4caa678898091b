// WhatsApp API: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const whatsAppApi = defineCredential({
  name: 'whatsAppApi',
  displayName: 'WhatsApp API',
  documentationUrl: 'https://developers.facebook.com/docs/whatsapp/cloud-api/get-started',
  fields: [secret('accessToken', 'Access Token', { required: true }), text('businessAccountId', 'Business Account ID', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  test: { url: 'https://graph.facebook.com/v13.0/' },
});
