// REST calls for the signed-in user: profile, password, API key.
import { meRoutes } from '../../engine/contract/rest/me.ts';
import { api, requestOf, type Answer, type CallArgs } from './base.ts';

type Routes = typeof meRoutes;

export const meApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateMe: build.mutation<Answer<Routes['update']>, CallArgs<Routes['update']>>({
      query: (args) => requestOf(meRoutes.update, args),
      invalidatesTags: ['Users'],
    }),
    changeMyPassword: build.mutation<Answer<Routes['changePassword']>, CallArgs<Routes['changePassword']>>({
      query: (args) => requestOf(meRoutes.changePassword, args),
    }),
    answerSurvey: build.mutation<Answer<Routes['answerSurvey']>, CallArgs<Routes['answerSurvey']>>({
      query: (args) => requestOf(meRoutes.answerSurvey, args),
    }),
    getApiKey: build.query<Answer<Routes['getApiKey']>, void>({
      query: () => requestOf(meRoutes.getApiKey, {}),
      providesTags: ['ApiKey'],
    }),
    /** Returns the full key only this once; later calls return it masked. */
    makeApiKey: build.mutation<Answer<Routes['makeApiKey']>, void>({
      query: () => requestOf(meRoutes.makeApiKey, {}),
      invalidatesTags: ['ApiKey'],
    }),
    removeApiKey: build.mutation<Answer<Routes['removeApiKey']>, void>({
      query: () => requestOf(meRoutes.removeApiKey, {}),
      invalidatesTags: ['ApiKey'],
    }),
  }),
});
