// JotForm API: used by nodes that connect directly; does not sign requests.
import { defineCredential, choice, secret } from '../sdk/index.ts';

export const jotFormApi = defineCredential({
  name: 'jotFormApi',
  displayName: 'JotForm API',
  documentationUrl: 'https://api.jotform.com/docs/',
  fields: [
    secret('apiKey', 'API Key', { required: true }),
    choice('apiDomain', 'API Domain', {
      'api.jotform.com': 'api.jotform.com',
      'eu-api.jotform.com': 'eu-api.jotform.com',
      'hipaa-api.jotform.com': 'hipaa-api.jotform.com',
    }),
  ],
});
