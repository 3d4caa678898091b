// IMAP: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text, toggle } from '../sdk/index.ts';

export const imap = defineCredential({
  name: 'imap',
  displayName: 'IMAP',
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc9051',
  fields: [
    text('user', 'User', { required: true }),
    secret('password', 'Password', { required: true }),
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 993 }),
    toggle('secure', 'SSL/TLS', { default: true }),
    toggle('allowUnauthorizedCerts', 'Allow Self-Signed Certificates'),
  ],
});
