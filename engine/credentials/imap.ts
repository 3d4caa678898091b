// IMAP: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text, toggle } from '../sdk/index.ts';

export const imap = defineCredential({
  name: 'imap',
  displayName: 'IMAP',
  fields: [
    text('user', 'User'),
    secret('password', 'Password'),
    text('host', 'Host'),
    number('port', 'Port', { default: 993 }),
    toggle('secure', 'SSL/TLS', { default: true }),
    toggle('allowUnauthorizedCerts', 'Allow Self-Signed Certificates'),
  ],
});
