// Code, clouds and automation.
import { defineCredential, hidden, secret, text } from '../sdk/index.ts';

export const cloudflareApi = defineCredential({
  name: 'cloudflareApi',
  displayName: 'Cloudflare API',
  documentationUrl: 'https://developers.cloudflare.com/fundamentals/api/get-started/create-token/',
  fields: [secret('apiToken', 'API Token', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiToken }}' } },
  test: { url: 'https://api.cloudflare.com/client/v4/user/tokens/verify' },
});

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

export const githubOAuth2Api = defineCredential({
  name: 'githubOAuth2Api',
  displayName: 'GitHub OAuth2 API',
  documentationUrl: 'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    text('server', 'Github Server', { default: 'https://api.github.com' }),
    hidden(
      'authUrl',
      '={{$self["server"] === "https://api.github.com" ? "https://github.com" : $self["server"].split("://")[0] + "://" + $self["server"].split("://")[1].split("/")[0]}}/login/oauth/authorize',
    ),
    hidden(
      'accessTokenUrl',
      '={{$self["server"] === "https://api.github.com" ? "https://github.com" : $self["server"].split("://")[0] + "://" + $self["server"].split("://")[1].split("/")[0]}}/login/oauth/access_token',
    ),
    hidden(
      'scope',
      'repo,admin:repo_hook,admin:org,admin:org_hook,gist,notifications,user,write:packages,read:packages,delete:packages,workflow',
    ),
    hidden('authQueryParameters'),
    hidden('authentication', 'header'),
  ],
});

export const n8nApi = defineCredential({
  name: 'n8nApi',
  displayName: 'n8n API',
  documentationUrl: 'https://docs.n8n.io/api/authentication/',
  fields: [secret('apiKey', 'API Key', { required: true }), text('baseUrl', 'Base URL', { required: true })],
  sign: { headers: { 'X-N8N-API-KEY': '={{ $credentials.apiKey }}' } },
  test: { url: '={{ $credentials.baseUrl }}/credentials/schema/n8nApi' },
});

export const supabaseApi = defineCredential({
  name: 'supabaseApi',
  displayName: 'Supabase API',
  documentationUrl: 'https://supabase.com/docs/guides/api/api-keys',
  fields: [text('host', 'Host', { required: true }), secret('serviceRole', 'Secret Key', { required: true })],
  sign: { headers: { apikey: '={{ $credentials.serviceRole }}', Authorization: '=Bearer {{ $credentials.serviceRole }}' } },
  test: { url: '={{ $credentials.host }}/rest/v1/' },
});
