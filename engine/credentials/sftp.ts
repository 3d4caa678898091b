// SFTP: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text } from '../sdk/index.ts';

export const sftp = defineCredential({
  name: 'sftp',
  displayName: 'SFTP',
  documentationUrl: 'https://man.openbsd.org/sftp',
  fields: [
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 22 }),
    text('username', 'Username', { required: true }),
    secret('password', 'Password'),
    secret('privateKey', 'Private Key'),
    secret('passphrase', 'Passphrase'),
  ],
});
