// REST calls for the session and its user: sign-in, set-up, profile, password, API key.
import { accountRoutes } from '../../engine/contract/rest/accounts.ts';
import { meRoutes } from '../../engine/contract/rest/me.ts';
import { api, requestOf, type ResponseBody, type CallArgs } from './base.ts';

type Accounts = typeof accountRoutes;
type Me = typeof meRoutes;

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    currentUser: build.query<ResponseBody<Accounts['current']>, void>({
      query: () => requestOf(accountRoutes.current, {}),
      providesTags: ['Session'],
    }),
    signIn: build.mutation<ResponseBody<Accounts['signIn']>, CallArgs<Accounts['signIn']>>({
      query: (args) => requestOf(accountRoutes.signIn, args),
      invalidatesTags: ['Session', 'Settings'],
    }),
    signOut: build.mutation<ResponseBody<Accounts['signOut']>, void>({ query: () => requestOf(accountRoutes.signOut, {}) }),
    setUpOwner: build.mutation<ResponseBody<Accounts['setUp']>, CallArgs<Accounts['setUp']>>({
      query: (args) => requestOf(accountRoutes.setUp, args),
      invalidatesTags: ['Session', 'Settings'],
    }),
  }),
});

/** REST calls for the signed-in user: profile, password, API key. */
export const meApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateMe: build.mutation<ResponseBody<Me['update']>, CallArgs<Me['update']>>({
      query: (args) => requestOf(meRoutes.update, args),
      invalidatesTags: ['Users'],
    }),
    changeMyPassword: build.mutation<ResponseBody<Me['changePassword']>, CallArgs<Me['changePassword']>>({
      query: (args) => requestOf(meRoutes.changePassword, args),
    }),
    answerSurvey: build.mutation<ResponseBody<Me['answerSurvey']>, CallArgs<Me['answerSurvey']>>({
      query: (args) => requestOf(meRoutes.answerSurvey, args),
    }),
    getApiKey: build.query<ResponseBody<Me['getApiKey']>, void>({
      query: () => requestOf(meRoutes.getApiKey, {}),
      providesTags: ['ApiKey'],
    }),
    /** Returns the full key only this once; later calls return it masked. */
    makeApiKey: build.mutation<ResponseBody<Me['makeApiKey']>, void>({
      query: () => requestOf(meRoutes.makeApiKey, {}),
      invalidatesTags: ['ApiKey'],
    }),
    removeApiKey: build.mutation<ResponseBody<Me['removeApiKey']>, void>({
      query: () => requestOf(meRoutes.removeApiKey, {}),
      invalidatesTags: ['ApiKey'],
    }),
  }),
});
