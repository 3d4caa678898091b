// LinkedIn OAuth2 API: the account is connected over OAuth2.
import { defineCredential, hidden, toggle } from '../sdk/index.ts';

export const linkedInOAuth2Api = defineCredential({
  name: 'linkedInOAuth2Api',
  displayName: 'LinkedIn OAuth2 API',
  documentationUrl: 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow',
  extends: ['oAuth2Api'],
  fields: [
    hidden('grantType', 'authorizationCode'),
    toggle('organizationSupport', 'Organization Support', { default: true }),
    hidden('authUrl', 'https://www.linkedin.com/oauth/v2/authorization'),
    hidden('accessTokenUrl', 'https://www.linkedin.com/oauth/v2/accessToken'),
    hidden(
      'scope',
      '=w_member_social{{ $self["organizationSupport"] === true ? ",w_organization_social" : "" }}{{ $self["legacy"] === true ? ",r_liteprofile,r_emailaddress" : ",profile,email,openid" }}',
    ),
    hidden('authQueryParameters'),
    hidden('authentication', 'body'),
    toggle('legacy', 'Legacy', { default: true }),
  ],
});
