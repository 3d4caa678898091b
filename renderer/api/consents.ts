// Consent to files and commands of workflows.
import { consentRoutes } from '../../engine/contract/rest/consents.ts';
import { api, mutation, query } from './base.ts';

export const consentsApi = api.injectEndpoints({
  endpoints: () => ({
    consents: query(consentRoutes.list, ['Consents']),
    answerConsent: mutation(consentRoutes.decide, ['Consents']),
    grantConsent: mutation(consentRoutes.grant, ['Consents']),
    removeConsent: mutation(consentRoutes.remove, ['Consents']),
  }),
});
