// SSH Private Key: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text } from '../sdk/index.ts';

export const sshPrivateKey = defineCredential({
  name: 'sshPrivateKey',
  displayName: 'SSH Private Key',
  documentationUrl: 'https://man.openbsd.org/ssh-keygen',
  fields: [
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 22 }),
    text('username', 'Username', { required: true }),
    secret('privateKey', 'Private Key', { required: true, rows: 4 }),
    secret('passphrase', 'Passphrase'),
  ],
});
