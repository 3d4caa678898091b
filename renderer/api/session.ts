// REST calls for the session and its user: sign-in, set-up, profile, password, API keys.
import { accountRoutes } from '../../engine/contract/rest/accounts.ts';
import { meRoutes } from '../../engine/contract/rest/me.ts';
import { api, mutation, query } from './base.ts';

export const sessionApi = api.injectEndpoints({
  endpoints: () => ({
    currentUser: query(accountRoutes.current, ['Session']),
    signIn: mutation(accountRoutes.signIn, ['Session', 'Settings']),
    signOut: mutation(accountRoutes.signOut),
    setUpOwner: mutation(accountRoutes.setUp, ['Session', 'Settings']),
  }),
});

/** REST calls for the signed-in user: profile, password, API keys. */
export const meApi = api.injectEndpoints({
  endpoints: () => ({
    updateMe: mutation(meRoutes.update, ['Users']),
    changeMyPassword: mutation(meRoutes.changePassword),
    answerSurvey: mutation(meRoutes.answerSurvey),
    listApiKeys: query(meRoutes.listApiKeys, ['ApiKey']),
    /** Returns the full key only this once; later calls return it masked. */
    createApiKey: mutation(meRoutes.createApiKey, ['ApiKey']),
    updateApiKey: mutation(meRoutes.updateApiKey, ['ApiKey']),
    removeApiKey: mutation(meRoutes.removeApiKey, ['ApiKey']),
  }),
});
