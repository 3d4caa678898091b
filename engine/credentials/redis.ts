// Redis: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text, toggle } from '../sdk/index.ts';

export const redis = defineCredential({
  name: 'redis',
  displayName: 'Redis',
  documentationUrl: 'https://redis.io/docs/latest/operate/oss_and_stack/management/security/',
  fields: [
    secret('password', 'Password'),
    text('user', 'User'),
    text('host', 'Host', { required: true, default: 'localhost' }),
    number('port', 'Port', { required: true, default: 6379 }),
    number('database', 'Database Number'),
    toggle('ssl', 'SSL'),
    toggle('disableTlsVerification', 'Disable TLS Verification (insecure)', { when: { ssl: [true] } }),
  ],
});
