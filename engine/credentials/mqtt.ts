// MQTT: used by nodes that connect directly; does not sign requests.
import { defineCredential, choice, number, secret, text, toggle } from '../sdk/index.ts';

export const mqtt = defineCredential({
  name: 'mqtt',
  displayName: 'MQTT',
  documentationUrl: 'https://mqtt.org/mqtt-specification/',
  fields: [
    choice('protocol', 'Protocol', { mqtt: 'Mqtt', mqtts: 'Mqtts', ws: 'ws' }),
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 1883 }),
    text('username', 'Username'),
    secret('password', 'Password'),
    toggle('clean', 'Clean Session', { default: true }),
    text('clientId', 'Client ID'),
    toggle('ssl', 'SSL'),
    toggle('passwordless', 'Passwordless', { default: true, when: { ssl: [true] } }),
    secret('ca', 'CA Certificates', { when: { ssl: [true] } }),
    toggle('rejectUnauthorized', 'Reject Unauthorized Certificate', { when: { ssl: [true], passwordless: [true] } }),
    secret('cert', 'Client Certificate', { when: { ssl: [true], passwordless: [true] } }),
    secret('key', 'Client Key', { when: { ssl: [true], passwordless: [true] } }),
  ],
});
