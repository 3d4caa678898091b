// REST calls for users: list, invitations, sign-up, forgotten passwords.
import { api, mutation, query } from './base.ts';

export const usersApi = api.injectEndpoints({
  endpoints: () => ({
    listUsers: query('GET /users', ['Users']),
    inviteUsers: mutation('POST /users', ['Users']),
    reinviteUser: mutation('POST /users/:id/reinvite'),
    deleteUser: mutation('DELETE /users/:id', ['Users', 'Workflows', 'Folders', 'Executions', 'Credentials']),
    resolveSignUp: query('GET /resolve-signup-token', [], { keepUnusedDataFor: 0 }),
    signUp: mutation('POST /users/:inviteeId', ['Settings']),
    forgotPassword: mutation('POST /forgot-password'),
    resolvePasswordToken: query('GET /resolve-password-token', [], { keepUnusedDataFor: 0 }),
    changePassword: mutation('POST /change-password'),
  }),
});
