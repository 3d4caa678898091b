// FTP: used by nodes that connect directly; does not sign requests.
import { defineCredential, number, secret, text } from '../sdk/index.ts';

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
