// The addresses at which webhooks can be reached.
import { addressRoutes } from '../../engine/contract/rest/addresses.ts';
import { api, mutation, query } from './base.ts';

export const addressesApi = api.injectEndpoints({
  endpoints: () => ({
    /** Changes with the address that the server listens on, like the settings. */
    addresses: query(addressRoutes.list, ['Settings']),
    /** Where links for other people lead. For the owner only. */
    sharedEditor: query(addressRoutes.sharedEditor, ['Settings']),
    checkAddress: mutation(addressRoutes.check),
  }),
});
