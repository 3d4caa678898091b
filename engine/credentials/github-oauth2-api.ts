// GitHub OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, text } from '../sdk/index.ts';

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
