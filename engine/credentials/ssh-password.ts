// SSH Password: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text } from '../sdk/index.ts';

export const sshPassword = defineCredential({
  name: 'sshPassword',
  displayName: 'SSH Password',
  fields: [
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 22 }),
    text('username', 'Username'),
    secret('password', 'Password'),
  ],
});
