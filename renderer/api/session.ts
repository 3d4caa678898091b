// REST calls for the session and its user: sign-in, set-up, profile, password, API keys.
import { api, mutation, query } from './base.ts';

export const sessionApi = api.injectEndpoints({
  endpoints: () => ({
    currentUser: query('GET /login', ['Session']),
    signIn: mutation('POST /login', ['Session', 'Settings']),
    signOut: mutation('POST /logout'),
    setUpOwner: mutation('POST /owner', ['Session', 'Settings']),
  }),
});

/** REST calls for the signed-in user: profile, password, API keys. */
export const meApi = api.injectEndpoints({
  endpoints: () => ({
    updateMe: mutation('PATCH /me', ['Users']),
    changeMyPassword: mutation('PATCH /me/password'),
    answerSurvey: mutation('POST /me/survey'),
    listApiKeys: query('GET /me/api-keys', ['ApiKey']),
    /** Returns the full key only this once; later calls return it masked. */
    createApiKey: mutation('POST /me/api-keys', ['ApiKey']),
    updateApiKey: mutation('PATCH /me/api-keys/:id', ['ApiKey']),
    removeApiKey: mutation('DELETE /me/api-keys/:id', ['ApiKey']),
  }),
});
