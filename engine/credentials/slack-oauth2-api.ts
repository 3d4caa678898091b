// Slack OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, secret, text, toggle } from '../sdk/index.ts';

export const slackOAuth2Api = defineCredential({
  name: 'slackOAuth2Api',
  displayName: 'Slack OAuth2 API',
  documentationUrl: 'https://api.slack.com/authentication/oauth-v2',
  extends: ['oAuth2Api'],
  fields: [
    secret('signatureSecret', 'Signature Secret'),
    hidden('grantType', 'authorizationCode'),
    hidden('authUrl', 'https://slack.com/oauth/v2/authorize'),
    hidden('accessTokenUrl', 'https://slack.com/api/oauth.v2.access'),
    hidden('scope'),
    toggle('customScopes', 'Custom Scopes'),
    text('userScope', 'User Scope', {
      default:
        'channels:read channels:write channels:history chat:write files:read files:write groups:read groups:write groups:history im:read im:history mpim:read mpim:history reactions:read reactions:write stars:read stars:write usergroups:write usergroups:read users.profile:read users.profile:write users:read users:read.email search:read.public search:read.private search:read.im search:read.mpim search:read',
      when: { customScopes: [true] },
    }),
    hidden(
      'authQueryParameters',
      '={{$self["customScopes"] ? "user_scope=" + $self["userScope"] : "user_scope=channels:read channels:write channels:history chat:write files:read files:write groups:read groups:write groups:history im:read im:history mpim:read mpim:history reactions:read reactions:write stars:read stars:write usergroups:write usergroups:read users.profile:read users.profile:write users:read users:read.email search:read.public search:read.private search:read.im search:read.mpim search:read"}}',
    ),
    hidden('authentication', 'body'),
  ],
});
