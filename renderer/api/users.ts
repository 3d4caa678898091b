// REST calls for users: list, invitations, sign-up, forgotten passwords.
import { accountRoutes } from '../../engine/contract/rest/accounts.ts';
import { userRoutes } from '../../engine/contract/rest/users.ts';
import { api, mutation, query } from './base.ts';

export const usersApi = api.injectEndpoints({
  endpoints: () => ({
    listUsers: query(userRoutes.list, ['Users']),
    inviteUsers: mutation(userRoutes.invite, ['Users']),
    reinviteUser: mutation(userRoutes.reinvite),
    deleteUser: mutation(userRoutes.remove, ['Users', 'Workflows', 'Executions', 'Credentials']),
    resolveSignUp: query(userRoutes.resolveSignUp, [], { keepUnusedDataFor: 0 }),
    signUp: mutation(userRoutes.signUp, ['Settings']),
    forgotPassword: mutation(accountRoutes.forgotPassword),
    resolvePasswordToken: query(accountRoutes.resolvePasswordToken, [], { keepUnusedDataFor: 0 }),
    changePassword: mutation(accountRoutes.changePassword),
  }),
});
