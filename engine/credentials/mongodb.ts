// MongoDB: used by nodes that connect directly; does not sign requests.
import { defineCredential, choice, number, secret, text, toggle } from '../sdk/index.ts';

export const mongoDb = defineCredential({
  name: 'mongoDb',
  displayName: 'MongoDB',
  documentationUrl: 'https://www.mongodb.com/docs/manual/reference/connection-string/',
  fields: [
    choice('configurationType', 'Configuration Type', { connectionString: 'Connection String', values: 'Values' }, { default: 'values' }),
    secret('connectionString', 'Connection String', { required: true, when: { configurationType: ['connectionString'] } }),
    text('host', 'Host', { required: true, default: 'localhost', when: { configurationType: ['values'] } }),
    text('database', 'Database'),
    text('user', 'User', { when: { configurationType: ['values'] } }),
    secret('password', 'Password', { when: { configurationType: ['values'] } }),
    number('port', 'Port', { default: 27017, when: { configurationType: ['values'] } }),
    toggle('tls', 'Use TLS'),
    secret('ca', 'CA Certificate', { when: { tls: [true] } }),
    secret('cert', 'Public Client Certificate', { when: { tls: [true] } }),
    secret('key', 'Private Client Key', { when: { tls: [true] } }),
    secret('passphrase', 'Passphrase', { when: { tls: [true] } }),
  ],
});
