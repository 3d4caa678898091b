// SMTP: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text, toggle } from '../sdk/index.ts';

export const smtp = defineCredential({
  name: 'smtp',
  displayName: 'SMTP',
  fields: [
    text('user', 'User'),
    secret('password', 'Password'),
    text('host', 'Host'),
    number('port', 'Port', { default: 465 }),
    toggle('secure', 'SSL/TLS', { default: true }),
    toggle('disableStartTls', 'Disable STARTTLS', { when: { secure: [false] } }),
    text('hostName', 'Client Host Name'),
  ],
});
