// REST calls for users: list, invitations, sign-up, forgotten passwords.
import { accountRoutes } from '../../engine/contract/rest/accounts.ts';
import { userRoutes } from '../../engine/contract/rest/users.ts';
import { api, requestOf, type ResponseBody, type CallArgs } from './base.ts';

type Routes = typeof userRoutes;
type Accounts = typeof accountRoutes;

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.query<ResponseBody<Routes['list']>, void>({
      query: () => requestOf(userRoutes.list, {}),
      providesTags: ['Users'],
    }),
    inviteUsers: build.mutation<ResponseBody<Routes['invite']>, CallArgs<Routes['invite']>>({
      query: (args) => requestOf(userRoutes.invite, args),
      invalidatesTags: ['Users'],
    }),
    reinviteUser: build.mutation<ResponseBody<Routes['reinvite']>, CallArgs<Routes['reinvite']>>({
      query: (args) => requestOf(userRoutes.reinvite, args),
    }),
    deleteUser: build.mutation<ResponseBody<Routes['remove']>, CallArgs<Routes['remove']>>({
      query: (args) => requestOf(userRoutes.remove, args),
      invalidatesTags: ['Users', 'Workflows', 'Executions', 'Credentials'],
    }),
    resolveSignUp: build.query<ResponseBody<Routes['resolveSignUp']>, CallArgs<Routes['resolveSignUp']>>({
      query: (args) => requestOf(userRoutes.resolveSignUp, args),
      keepUnusedDataFor: 0,
    }),
    signUp: build.mutation<ResponseBody<Routes['signUp']>, CallArgs<Routes['signUp']>>({
      query: (args) => requestOf(userRoutes.signUp, args),
      invalidatesTags: ['Settings'],
    }),
    forgotPassword: build.mutation<ResponseBody<Accounts['forgotPassword']>, CallArgs<Accounts['forgotPassword']>>({
      query: (args) => requestOf(accountRoutes.forgotPassword, args),
    }),
    resolvePasswordToken: build.query<ResponseBody<Accounts['resolvePasswordToken']>, CallArgs<Accounts['resolvePasswordToken']>>({
      query: (args) => requestOf(accountRoutes.resolvePasswordToken, args),
      keepUnusedDataFor: 0,
    }),
    changePassword: build.mutation<ResponseBody<Accounts['changePassword']>, CallArgs<Accounts['changePassword']>>({
      query: (args) => requestOf(accountRoutes.changePassword, args),
    }),
  }),
});
