// Consent to files and commands of workflows.
import { api, mutation, query } from './base.ts';

export const consentsApi = api.injectEndpoints({
  endpoints: () => ({
    consents: query('GET /consents', ['Consents']),
    answerConsent: mutation('POST /consents/questions/:id', ['Consents']),
    grantConsent: mutation('POST /consents/:id/grant', ['Consents']),
    removeConsent: mutation('DELETE /consents/:id', ['Consents']),
  }),
});
