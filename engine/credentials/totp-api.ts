// TOTP API: the shared secret of one-time passwords.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const totpApi = defineCredential({
  name: 'totpApi',
  displayName: 'TOTP API',
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc6238',
  fields: [secret('secret', 'Secret', { required: true }), text('label', 'Label')],
});
