// Supabase API: requests are signed with headers.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const supabaseApi = defineCredential({
  name: 'supabaseApi',
  displayName: 'Supabase API',
  documentationUrl: 'https://supabase.com/docs/guides/api/api-keys',
  fields: [text('host', 'Host', { required: true }), secret('serviceRole', 'Secret Key', { required: true })],
  sign: { headers: { apikey: '={{ $credentials.serviceRole }}', Authorization: '=Bearer {{ $credentials.serviceRole }}' } },
  test: { url: '={{ $credentials.host }}/rest/v1/' },
});
