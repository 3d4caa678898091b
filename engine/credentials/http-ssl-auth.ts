// SSL Certificates.
import { defineCredential, secret } from '../sdk/index.ts';

export const httpSslAuth = defineCredential({
  name: 'httpSslAuth',
  displayName: 'SSL Certificates',
  fields: [secret('ca', 'CA'), secret('cert', 'Certificate'), secret('key', 'Private Key'), secret('passphrase', 'Passphrase')],
});
