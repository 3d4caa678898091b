// JWT Auth: the key with which nodes sign and verify JSON web tokens.
import { defineCredential, choice, secret } from '../sdk/index.ts';

export const jwtAuth = defineCredential({
  name: 'jwtAuth',
  displayName: 'JWT Auth',
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc7519',
  fields: [
    choice('keyType', 'Key Type', { passphrase: 'Passphrase', pemKey: 'PEM Key' }),
    secret('secret', 'Secret', { required: true, when: { keyType: ['passphrase'] } }),
    secret('privateKey', 'Private Key', { when: { keyType: ['pemKey'] } }),
    secret('publicKey', 'Public Key', { when: { keyType: ['pemKey'] } }),
    choice('algorithm', 'Algorithm', {
      HS256: 'HS256',
      HS384: 'HS384',
      HS512: 'HS512',
      RS256: 'RS256',
      RS384: 'RS384',
      RS512: 'RS512',
      ES256: 'ES256',
      ES384: 'ES384',
      ES512: 'ES512',
      PS256: 'PS256',
      PS384: 'PS384',
      PS512: 'PS512',
      none: 'None',
    }),
  ],
});
