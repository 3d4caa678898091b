// SSH Password: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text } from '../sdk/index.ts';

export const sshPassword = defineCredential({
  name: 'sshPassword',
  displayName: 'SSH Password',
  documentationUrl: 'https://man.openbsd.org/ssh',
  fields: [
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 22 }),
    text('username', 'Username', { required: true }),
    secret('password', 'Password'),
  ],
});
