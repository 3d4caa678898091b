// Consent to files and commands of workflows.
import { consentRoutes } from '../../engine/contract/rest/consents.ts';
import { api, requestOf, type Answer, type CallArgs } from './base.ts';

type Routes = typeof consentRoutes;

export const consentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    consents: build.query<Answer<Routes['list']>, void>({ query: () => requestOf(consentRoutes.list, {}), providesTags: ['Consents'] }),
    answerConsent: build.mutation<Answer<Routes['answer']>, CallArgs<Routes['answer']>>({
      query: (args) => requestOf(consentRoutes.answer, args),
      invalidatesTags: ['Consents'],
    }),
    grantConsent: build.mutation<Answer<Routes['grant']>, CallArgs<Routes['grant']>>({
      query: (args) => requestOf(consentRoutes.grant, args),
      invalidatesTags: ['Consents'],
    }),
    removeConsent: build.mutation<Answer<Routes['remove']>, CallArgs<Routes['remove']>>({
      query: (args) => requestOf(consentRoutes.remove, args),
      invalidatesTags: ['Consents'],
    }),
  }),
});
