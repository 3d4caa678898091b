// Cloudflare API: requests are signed with a header.
import { defineCredential, secret } from '../sdk/index.ts';

export const cloudflareApi = defineCredential({
  name: 'cloudflareApi',
  displayName: 'Cloudflare API',
  documentationUrl: 'https://developers.cloudflare.com/fundamentals/api/get-started/create-token/',
  fields: [secret('apiToken', 'API Token', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiToken }}' } },
  test: { url: 'https://api.cloudflare.com/client/v4/user/tokens/verify' },
});
