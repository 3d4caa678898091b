// Crypto: the secrets and keys of the Crypto node.
import { defineCredential, secret } from '../sdk/index.ts';

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
