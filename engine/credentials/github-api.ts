// GitHub API: requests are signed with a header.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const githubApi = defineCredential({
  name: 'githubApi',
  displayName: 'GitHub API',
  documentationUrl: 'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens',
  fields: [
    text('server', 'Github Server', { required: true, default: 'https://api.github.com' }),
    text('user', 'User'),
    secret('accessToken', 'Access Token', { required: true }),
  ],
  sign: { headers: { Authorization: '=token {{ $credentials?.accessToken }}' } },
  test: { url: '={{ $credentials?.server }}/user' },
});
