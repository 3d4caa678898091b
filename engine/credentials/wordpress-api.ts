// Wordpress API: requests are signed with basic authentication.
import { defineCredential, secret, text, toggle } from '../sdk/index.ts';

export const wordpressApi = defineCredential({
  name: 'wordpressApi',
  displayName: 'Wordpress API',
  documentationUrl: 'https://developer.wordpress.org/rest-api/using-the-rest-api/authentication/',
  fields: [
    text('username', 'Username', { required: true }),
    secret('password', 'Password', { required: true }),
    text('url', 'Wordpress URL', { required: true }),
    toggle('allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)'),
  ],
  sign: { basic: { user: '={{ $credentials.username }}', password: '={{ $credentials.password }}' } },
  test: { url: '={{ $credentials?.url }}/wp-json/wp/v2/users' },
});
