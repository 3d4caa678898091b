// ERPNext API: requests are signed with a header.
import { defineCredential, choice, secret, text, toggle } from '../sdk/index.ts';

export const erpNextApi = defineCredential({
  name: 'erpNextApi',
  displayName: 'ERPNext API',
  fields: [
    secret('apiKey', 'API Key'),
    secret('apiSecret', 'API Secret'),
    choice('environment', 'Environment', { cloudHosted: 'Cloud Hosted', selfHosted: 'Self Hosted' }),
    text('subdomain', 'Subdomain', { when: { environment: ['cloudHosted'] } }),
    choice(
      'domain',
      'Domain',
      { 'erpnext.com': 'erpnext.com', 'frappe.cloud': 'frappe.cloud' },
      { when: { environment: ['cloudHosted'] } },
    ),
    text('domain', 'Domain', { when: { environment: ['selfHosted'] } }),
    toggle('allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)'),
  ],
  sign: { headers: { Authorization: '=token {{ $credentials.apiKey }}:{{ $credentials.apiSecret }}' } },
  test: {
    url: '={{ $credentials.environment === "cloudHosted" ? "https://" + $credentials.subdomain + "." + $credentials.domain : $credentials.domain }}/api/method/frappe.auth.get_logged_user',
  },
});
