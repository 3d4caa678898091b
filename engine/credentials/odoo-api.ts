// Odoo API: used by nodes that connect directly; does not sign requests.
import { defineCredential, secret, text } from '../sdk/index.ts';

export const odooApi = defineCredential({
  name: 'odooApi',
  displayName: 'Odoo API',
  documentationUrl: 'https://www.odoo.com/documentation/18.0/developer/reference/external_api.html',
  fields: [
    text('url', 'Site URL', { required: true }),
    text('username', 'Username', { required: true }),
    secret('password', 'Password or API Key', { required: true }),
    text('db', 'Database Name'),
  ],
});
