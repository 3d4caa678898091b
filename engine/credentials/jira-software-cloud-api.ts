// Jira SW Cloud API: requests are signed with basic authentication.
import { defineCredential, secret, text } from '../sdk/index.ts';

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
