// OAuth1 API: connects accounts of any service over OAuth1.
import { defineCredential, choice, secret, text } from '../sdk/index.ts';
import { oauth1Connection, oauth1Token, signWithOAuth1 } from './_shared/oauth1.ts';

export const oAuth1Api = defineCredential({
  name: 'oAuth1Api',
  displayName: 'OAuth1 API',
  isGeneric: true,
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc5849',
  fields: [
    text('authUrl', 'Authorization URL', { required: true }),
    text('accessTokenUrl', 'Access Token URL', { required: true }),
    secret('consumerKey', 'Consumer Key', { required: true }),
    secret('consumerSecret', 'Consumer Secret', { required: true }),
    text('requestTokenUrl', 'Request Token URL', { required: true }),
    choice(
      'signatureMethod',
      'Signature Method',
      { 'HMAC-SHA1': 'HMAC-SHA1', 'HMAC-SHA256': 'HMAC-SHA256', 'HMAC-SHA512': 'HMAC-SHA512' },
      { required: true },
    ),
  ],
  connection: oauth1Connection,
  preAuthentication: oauth1Token,
  sign: signWithOAuth1,
});
