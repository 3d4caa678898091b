// TOTP API: the shared secret of one-time passwords.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const totpApi = defineCredential({
  name: 'totpApi',
  displayName: 'TOTP API',
  fields: [secret('secret', 'Secret', { required: true }), text('label', 'Label')],
});
