// Consent to files and commands of workflows.
import { consentRoutes } from '../../engine/contract/rest/consents.ts';
import { api, requestOf, type ResponseBody, type CallArgs } from './base.ts';

type Routes = typeof consentRoutes;

export const consentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    consents: build.query<ResponseBody<Routes['list']>, void>({
      query: () => requestOf(consentRoutes.list, {}),
      providesTags: ['Consents'],
    }),
    answerConsent: build.mutation<ResponseBody<Routes['decide']>, CallArgs<Routes['decide']>>({
      query: (args) => requestOf(consentRoutes.decide, args),
      invalidatesTags: ['Consents'],
    }),
    grantConsent: build.mutation<ResponseBody<Routes['grant']>, CallArgs<Routes['grant']>>({
      query: (args) => requestOf(consentRoutes.grant, args),
      invalidatesTags: ['Consents'],
    }),
    removeConsent: build.mutation<ResponseBody<Routes['remove']>, CallArgs<Routes['remove']>>({
      query: (args) => requestOf(consentRoutes.remove, args),
      invalidatesTags: ['Consents'],
    }),
  }),
});
