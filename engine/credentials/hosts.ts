// Servers for files, mail and terminals, to which nodes connect directly.
import { defineCredential, number, secret, text, toggle } from '../sdk/index.ts';

export const ftp = defineCredential({
  name: 'ftp',
  displayName: 'FTP',
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc959',
  fields: [
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 21 }),
    text('username', 'Username'),
    secret('password', 'Password'),
  ],
});

export const sftp = defineCredential({
  name: 'sftp',
  displayName: 'SFTP',
  documentationUrl: 'https://man.openbsd.org/sftp',
  fields: [
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 22 }),
    text('username', 'Username', { required: true }),
    secret('password', 'Password'),
    secret('privateKey', 'Private Key'),
    secret('passphrase', 'Passphrase'),
  ],
});

export const sshPassword = defineCredential({
  name: 'sshPassword',
  displayName: 'SSH Password',
  documentationUrl: 'https://man.openbsd.org/ssh',
  fields: [
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 22 }),
    text('username', 'Username', { required: true }),
    secret('password', 'Password'),
  ],
});

export const sshPrivateKey = defineCredential({
  name: 'sshPrivateKey',
  displayName: 'SSH Private Key',
  documentationUrl: 'https://man.openbsd.org/ssh-keygen',
  fields: [
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 22 }),
    text('username', 'Username', { required: true }),
    secret('privateKey', 'Private Key', { required: true, rows: 4 }),
    secret('passphrase', 'Passphrase'),
  ],
});

export const imap = defineCredential({
  name: 'imap',
  displayName: 'IMAP',
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc9051',
  fields: [
    text('user', 'User', { required: true }),
    secret('password', 'Password', { required: true }),
    text('host', 'Host', { required: true }),
    number('port', 'Port', { required: true, default: 993 }),
    toggle('secure', 'SSL/TLS', { default: true }),
    toggle('allowUnauthorizedCerts', 'Allow Self-Signed Certificates'),
  ],
});

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
