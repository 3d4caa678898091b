// The addresses at which webhooks can be reached.
import { api, mutation, query } from './base.ts';

export const addressesApi = api.injectEndpoints({
  endpoints: () => ({
    /** Changes with the address that the server listens on, like the settings. */
    addresses: query('GET /addresses', ['Settings']),
    /** Where links for other people lead. For the owner only. */
    sharedEditor: query('GET /addresses/editor', ['Settings']),
    checkAddress: mutation('POST /addresses/check'),
  }),
});
