// Secrets and keys that nodes compute with. They sign no requests.
import { defineCredential, choice, secret, text } from '../sdk/index.ts';

/** The secrets and keys of the Crypto node. */
export const crypto = defineCredential({
  name: 'crypto',
  displayName: 'Crypto',
  fields: [
    secret('hmacSecret', 'Hmac Secret'),
    secret('signPrivateKey', 'Private Key', { rows: 4 }),
    secret('encryptionPassphrase', 'Encryption Passphrase'),
    secret('encryptionPublicKey', 'Encryption Public Key', { rows: 4 }),
    secret('encryptionPrivateKey', 'Encryption Private Key', { rows: 4 }),
  ],
});

/** The key with which nodes sign and verify JSON web tokens. */
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

/** The shared secret of one-time passwords. */
export const totpApi = defineCredential({
  name: 'totpApi',
  displayName: 'TOTP API',
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc6238',
  fields: [secret('secret', 'Secret', { required: true }), text('label', 'Label')],
});
