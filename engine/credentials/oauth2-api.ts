// OAuth2 API: connects accounts of any service over OAuth2; base of the types for single services.
import { defineCredential, choice, hidden, json, number, secret, text, toggle } from '../sdk/index.ts';
import { registeredToken, registeringConnection } from './_shared/client-registration.ts';
import { oauth2Connection, oauth2Token, signWithToken } from './_shared/oauth2.ts';

export const oAuth2Api = defineCredential({
  name: 'oAuth2Api',
  displayName: 'OAuth2 API',
  isGeneric: true,
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc6749',
  fields: [
    hidden('useDynamicClientRegistration', false),
    choice(
      'grantType',
      'Grant Type',
      { authorizationCode: 'Authorization Code', clientCredentials: 'Client Credentials', pkce: 'PKCE' },
      { when: { useDynamicClientRegistration: [false] } },
    ),
    text('serverUrl', 'Server URL', { required: true, when: { useDynamicClientRegistration: [true] } }),
    text('authUrl', 'Authorization URL', {
      required: true,
      when: { grantType: ['authorizationCode', 'pkce'], useDynamicClientRegistration: [false] },
    }),
    text('accessTokenUrl', 'Access Token URL', { required: true, when: { useDynamicClientRegistration: [false] } }),
    text('clientId', 'Client ID', { required: true, when: { useDynamicClientRegistration: [false] } }),
    hidden('clientCredentialType', 'clientSecret'),
    secret('clientSecret', 'Client Secret', { required: true, when: { useDynamicClientRegistration: [false] } }),
    hidden('privateKey'),
    hidden('certificate'),
    text('scope', 'Scope', { when: { useDynamicClientRegistration: [false] } }),
    text('authQueryParameters', 'Auth URI Query Parameters', {
      when: { grantType: ['authorizationCode', 'pkce'], useDynamicClientRegistration: [false] },
    }),
    choice(
      'authentication',
      'Authentication',
      { body: 'Body', header: 'Header' },
      { default: 'header', when: { useDynamicClientRegistration: [false] } },
    ),
    toggle('sendAdditionalBodyProperties', 'Send Additional Body Properties', {
      when: { grantType: ['clientCredentials'], authentication: ['body'], useDynamicClientRegistration: [false] },
    }),
    json('additionalBodyProperties', 'Additional Body Properties', {
      rows: 5,
      when: {
        grantType: ['clientCredentials'],
        authentication: ['body'],
        sendAdditionalBodyProperties: [true],
        useDynamicClientRegistration: [false],
      },
    }),
    toggle('ignoreSSLIssues', 'Ignore SSL Issues (Insecure)'),
    number('tokenExpiredStatusCode', 'Token Expired Status Code', { default: 401 }),
    hidden('jweEnabled', false),
    hidden('jwksUri'),
    hidden('inlineJwks', false),
  ],
  connection: oauth2Connection,
  preAuthentication: oauth2Token,
  sign: signWithToken,
});

export const mcpOAuth2Api = defineCredential({
  name: 'mcpOAuth2Api',
  displayName: 'MCP OAuth2 API',
  extends: ['oAuth2Api'],
  documentationUrl: 'https://modelcontextprotocol.io/specification/2025-06-18/basic/authorization',
  fields: [
    toggle('useDynamicClientRegistration', 'Use Dynamic Client Registration', {
      default: true,
      description: 'Whether this instance registers itself at the service, so that only the address of the MCP server is needed',
    }),
  ],
  connection: registeringConnection,
  preAuthentication: registeredToken,
});
