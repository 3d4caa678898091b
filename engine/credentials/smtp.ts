// SMTP: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text, toggle } from '../sdk/index.ts';

export const smtp = defineCredential({
  name: 'smtp',
  displayName: 'SMTP',
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc5321',
  fields: [
    text('user', 'User'),
    secret('password', 'Password'),
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 465 }),
    toggle('secure', 'SSL/TLS', { default: true }),
    toggle('disableStartTls', 'Disable STARTTLS', { when: { secure: [false] } }),
    text('hostName', 'Client Host Name'),
  ],
});
