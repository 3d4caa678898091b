// RabbitMQ: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text, toggle } from '../sdk/index.ts';

export const rabbitmq = defineCredential({
  name: 'rabbitmq',
  displayName: 'RabbitMQ',
  documentationUrl: 'https://www.rabbitmq.com/docs/access-control',
  fields: [
    text('hostname', 'Hostname', { required: true }),
    number('port', 'Port', { required: true, default: 5672 }),
    text('username', 'User'),
    secret('password', 'Password'),
    text('vhost', 'Vhost', { default: '/' }),
    toggle('ssl', 'SSL'),
    toggle('passwordless', 'Passwordless', { default: true, when: { ssl: [true] } }),
    secret('ca', 'CA Certificates', { when: { ssl: [true] } }),
    secret('cert', 'Client Certificate', { when: { ssl: [true], passwordless: [true] } }),
    secret('key', 'Client Key', { when: { ssl: [true], passwordless: [true] } }),
    secret('passphrase', 'Passphrase', { when: { ssl: [true], passwordless: [true] } }),
  ],
});
