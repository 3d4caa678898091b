// Odoo API: used by nodes that connect directly; does not sign requests.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const odooApi = defineCredential({
  name: 'odooApi',
  displayName: 'Odoo API',
  fields: [
    text('url', 'Site URL', { required: true }),
    text('username', 'Username', { required: true }),
    secret('password', 'Password or API Key', { required: true }),
    text('db', 'Database Name'),
  ],
});
