// Tables, tasks, forms and websites.
import { defineCredential, choice, hidden, secret, text, toggle } from '../sdk/index.ts';

export const airtableApi = defineCredential({
  name: 'airtableApi',
  displayName: 'Airtable API',
  documentationUrl: 'https://airtable.com/developers/web/api/authentication',
  fields: [secret('apiKey', 'API Key', { required: true })],
  sign: { query: { api_key: '={{ $credentials.apiKey }}' } },
});

export const airtableOAuth2Api = defineCredential({
  name: 'airtableOAuth2Api',
  displayName: 'Airtable OAuth2 API',
  documentationUrl: 'https://airtable.com/developers/web/guides/oauth-integrations',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'pkce'),
    hidden('authUrl', 'https://airtable.com/oauth2/v1/authorize'),
    hidden('accessTokenUrl', 'https://airtable.com/oauth2/v1/token'),
    hidden('scope', 'schema.bases:read data.records:read data.records:write'),
    hidden('authQueryParameters'),
    hidden('authentication', 'header'),
  ],
});

export const airtableTokenApi = defineCredential({
  name: 'airtableTokenApi',
  displayName: 'Airtable Personal Access Token API',
  documentationUrl: 'https://airtable.com/developers/web/guides/personal-access-tokens',
  fields: [secret('accessToken', 'Access Token', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  test: { url: 'https://api.airtable.com/v0/meta/whoami' },
});

export const clickUpApi = defineCredential({
  name: 'clickUpApi',
  displayName: 'ClickUp API',
  documentationUrl: 'https://developer.clickup.com/docs/authentication',
  fields: [secret('accessToken', 'Access Token', { required: true })],
  sign: { headers: { Authorization: '={{ $credentials.accessToken }}' } },
  test: { url: 'https://api.clickup.com/api/v2/team' },
});

export const jiraSoftwareCloudApi = defineCredential({
  name: 'jiraSoftwareCloudApi',
  displayName: 'Jira SW Cloud API',
  documentationUrl: 'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
  fields: [
    text('email', 'Email', { required: true }),
    secret('apiToken', 'API Token', { required: true }),
    text('domain', 'Domain', { required: true }),
  ],
  sign: { basic: { user: '={{ $credentials.email }}', password: '={{ $credentials.apiToken }}' } },
  test: { url: '={{ $credentials.domain?.replace(/\\/+$/, "") }}/rest/api/2/myself' },
});

export const jotFormApi = defineCredential({
  name: 'jotFormApi',
  displayName: 'JotForm API',
  documentationUrl: 'https://api.jotform.com/docs/',
  fields: [
    secret('apiKey', 'API Key', { required: true }),
    choice('apiDomain', 'API Domain', {
      'api.jotform.com': 'api.jotform.com',
      'eu-api.jotform.com': 'eu-api.jotform.com',
      'hipaa-api.jotform.com': 'hipaa-api.jotform.com',
    }),
  ],
});

export const mondayComApi = defineCredential({
  name: 'mondayComApi',
  displayName: 'Monday.com API',
  documentationUrl: 'https://developer.monday.com/api-reference/docs/authentication',
  fields: [secret('apiToken', 'Token V2', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiToken }}' } },
  test: {
    url: 'https://api.monday.com/v2',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"query { me { name } }"}',
  },
});

export const nocoDbApiToken = defineCredential({
  name: 'nocoDbApiToken',
  displayName: 'NocoDB API Token',
  documentationUrl: 'https://nocodb.com/docs/apis/authentication',
  fields: [secret('apiToken', 'API Token', { required: true }), text('host', 'Host', { required: true })],
  sign: { headers: { 'xc-token': '={{ $credentials.apiToken }}' } },
  test: { url: '={{ $credentials.host }}/api/v1/auth/user/me' },
});

export const notionApi = defineCredential({
  name: 'notionApi',
  displayName: 'Notion API',
  documentationUrl: 'https://developers.notion.com/docs/authorization',
  fields: [secret('apiKey', 'Internal Integration Secret', { required: true })],
  sign: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}', 'Notion-Version': '2022-06-28' } },
  test: { url: 'https://api.notion.com/v1/users/me' },
});

export const notionOAuth2Api = defineCredential({
  name: 'notionOAuth2Api',
  displayName: 'Notion OAuth2 API',
  documentationUrl: 'https://developers.notion.com/docs/authorization',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    hidden('authUrl', 'https://api.notion.com/v1/oauth/authorize'),
    hidden('accessTokenUrl', 'https://api.notion.com/v1/oauth/token'),
    hidden('scope'),
    hidden('authQueryParameters'),
    hidden('authentication', 'header'),
  ],
});

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
