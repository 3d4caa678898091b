// Postgres: used by nodes that connect directly; does not sign requests.
import { defineCredential, choice, number, secret, text, toggle } from '../sdk/index.ts';

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
  ],
});
