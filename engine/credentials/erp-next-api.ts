// ERPNext API: requests are signed with a header.
import { defineCredential, choice, secret, text, toggle } from '../sdk/index.ts';

export const erpNextApi = defineCredential({
  name: 'erpNextApi',
  displayName: 'ERPNext API',
  documentationUrl: 'https://docs.frappe.io/framework/user/en/guides/integration/rest_api/token_based_authentication',
  fields: [
    secret('apiKey', 'API Key', { required: true }),
    secret('apiSecret', 'API Secret', { required: true }),
    choice('environment', 'Environment', { cloudHosted: 'Cloud Hosted', selfHosted: 'Self Hosted' }),
    text('subdomain', 'Subdomain', { required: true, when: { environment: ['cloudHosted'] } }),
    choice(
      'domain',
      'Domain',
      { 'erpnext.com': 'erpnext.com', 'frappe.cloud': 'frappe.cloud' },
      { when: { environment: ['cloudHosted'] } },
    ),
    text('domain', 'Domain', { required: true, when: { environment: ['selfHosted'] } }),
    toggle('allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)'),
  ],
  sign: { headers: { Authorization: '=token {{ $credentials.apiKey }}:{{ $credentials.apiSecret }}' } },
  test: {
    url: '={{ $credentials.environment === "cloudHosted" ? "https://" + $credentials.subdomain + "." + $credentials.domain : $credentials.domain }}/api/method/frappe.auth.get_logged_user',
  },
});
