// MySQL: used by nodes that connect directly; does not sign requests.
import { defineCredential, choice, number, secret, text, toggle } from '../sdk/index.ts';

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
