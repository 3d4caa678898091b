// Kafka: used by nodes that connect directly; does not sign requests.
import { defineCredential, choice, secret, text, toggle } from '../sdk/index.ts';

export const kafka = defineCredential({
  name: 'kafka',
  displayName: 'Kafka',
  documentationUrl: 'https://kafka.apache.org/documentation/',
  fields: [
    text('clientId', 'Client ID'),
    text('brokers', 'Brokers', { required: true }),
    toggle('ssl', 'SSL', { default: true }),
    secret('ca', 'CA Certificate', { when: { ssl: [true] } }),
    secret('cert', 'Client Certificate', { when: { ssl: [true] } }),
    secret('key', 'Client Private Key', { when: { ssl: [true] } }),
    toggle('allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)', { when: { ssl: [true] } }),
    toggle('authentication', 'Authentication'),
    text('username', 'Username', { required: true, when: { authentication: [true] } }),
    secret('password', 'Password', { required: true, when: { authentication: [true] } }),
    choice(
      'saslMechanism',
      'SASL Mechanism',
      { plain: 'Plain', 'scram-sha-256': 'scram-sha-256', 'scram-sha-512': 'scram-sha-512' },
      { when: { authentication: [true] } },
    ),
  ],
});
