// Microsoft SQL: used by nodes that connect directly; does not sign requests.
import { defineCredential, choice, number, secret, text, toggle } from '../sdk/index.ts';

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
