// Databases and message brokers, to which nodes connect directly.
import { defineCredential, choice, number, secret, text, toggle } from '../sdk/index.ts';

/** Connects to the database through an SSH server. */
const sshTunnel = [
  toggle('sshTunnel', 'SSH Tunnel'),
  choice(
    'sshAuthenticateWith',
    'SSH Authenticate with',
    { password: 'Password', privateKey: 'Private Key' },
    { when: { sshTunnel: [true] } },
  ),
  text('sshHost', 'SSH Host', { default: 'localhost', when: { sshTunnel: [true] } }),
  number('sshPort', 'SSH Port', { default: 22, when: { sshTunnel: [true] } }),
  text('sshUser', 'SSH User', { default: 'root', when: { sshTunnel: [true] } }),
  secret('sshPassword', 'SSH Password', { when: { sshTunnel: [true], sshAuthenticateWith: ['password'] } }),
  secret('privateKey', 'Private Key', { rows: 4, when: { sshTunnel: [true], sshAuthenticateWith: ['privateKey'] } }),
  text('passphrase', 'Passphrase', { when: { sshTunnel: [true], sshAuthenticateWith: ['privateKey'] } }),
];

export const postgres = defineCredential({
  name: 'postgres',
  displayName: 'Postgres',
  documentationUrl: 'https://www.postgresql.org/docs/current/client-authentication.html',
  fields: [
    text('host', 'Host', { required: true, default: 'localhost' }),
    text('database', 'Database', { default: 'postgres' }),
    text('user', 'User', { default: 'postgres' }),
    secret('password', 'Password'),
    number('maxConnections', 'Maximum Number of Connections', { default: 100 }),
    toggle('allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)'),
    choice(
      'ssl',
      'SSL',
      { allow: 'Allow', disable: 'Disable', require: 'Require' },
      { default: 'disable', when: { allowUnauthorizedCerts: [false] } },
    ),
    number('port', 'Port', { required: true, default: 5432 }),
    ...sshTunnel,
  ],
});

export const mySql = defineCredential({
  name: 'mySql',
  displayName: 'MySQL',
  documentationUrl: 'https://dev.mysql.com/doc/',
  fields: [
    text('host', 'Host', { required: true, default: 'localhost' }),
    text('database', 'Database', { default: 'mysql' }),
    text('user', 'User', { default: 'mysql' }),
    secret('password', 'Password'),
    number('port', 'Port', { required: true, default: 3306 }),
    number('connectTimeout', 'Connect Timeout', { default: 10000 }),
    toggle('ssl', 'SSL'),
    secret('caCertificate', 'CA Certificate', { when: { ssl: [true] } }),
    secret('clientPrivateKey', 'Client Private Key', { when: { ssl: [true] } }),
    secret('clientCertificate', 'Client Certificate', { when: { ssl: [true] } }),
    ...sshTunnel,
  ],
});

export const microsoftSql = defineCredential({
  name: 'microsoftSql',
  displayName: 'Microsoft SQL',
  documentationUrl: 'https://learn.microsoft.com/en-us/sql/relational-databases/security/choose-an-authentication-mode',
  fields: [
    text('server', 'Server', { required: true, default: 'localhost' }),
    text('database', 'Database', { default: 'master' }),
    text('user', 'User', { default: 'sa' }),
    secret('password', 'Password'),
    number('port', 'Port', { required: true, default: 1433 }),
    text('domain', 'Domain'),
    toggle('tls', 'TLS', { default: true }),
    toggle('allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)'),
    number('connectTimeout', 'Connect Timeout', { default: 15000 }),
    number('requestTimeout', 'Request Timeout', { default: 15000 }),
    choice('tdsVersion', 'TDS Version', { '7_4': '7_4', '7_3_B': '7_3_B', '7_3_A': '7_3_A', '7_2': '7_2', '7_1': '7_1' }),
  ],
});

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
