// Stripe API: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const stripeApi = defineCredential({
  name: 'stripeApi',
  displayName: 'Stripe API',
  documentationUrl: 'https://docs.stripe.com/keys',
  fields: [secret('secretKey', 'Secret Key', { required: true }), secret('signatureSecret', 'Signature Secret')],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.secretKey }}' } },
  test: { url: 'https://api.stripe.com/v1/charges' },
});
