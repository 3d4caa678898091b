// REST calls for the session: sign-in, set-up, profile, users.
import { accountRoutes } from '../../engine/contract/rest/accounts.ts';
import { api, requestOf, type Answer, type CallArgs } from './base.ts';

type Routes = typeof accountRoutes;

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    currentUser: build.query<Answer<Routes['current']>, void>({
      query: () => requestOf(accountRoutes.current, {}),
      providesTags: ['Session'],
    }),
    signIn: build.mutation<Answer<Routes['signIn']>, CallArgs<Routes['signIn']>>({
      query: (args) => requestOf(accountRoutes.signIn, args),
      invalidatesTags: ['Session', 'Settings'],
    }),
    signOut: build.mutation<Answer<Routes['signOut']>, void>({ query: () => requestOf(accountRoutes.signOut, {}) }),
    setUpOwner: build.mutation<Answer<Routes['setUp']>, CallArgs<Routes['setUp']>>({
      query: (args) => requestOf(accountRoutes.setUp, args),
      invalidatesTags: ['Session', 'Settings'],
    }),
    skipSetUp: build.mutation<Answer<Routes['skipSetUp']>, void>({
      query: () => requestOf(accountRoutes.skipSetUp, {}),
      invalidatesTags: ['Settings'],
    }),
  }),
});
