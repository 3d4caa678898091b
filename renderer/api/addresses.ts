// The addresses at which webhooks can be reached.
import { addressRoutes } from '../../engine/contract/rest/addresses.ts';
import { api, requestOf, type ResponseBody, type CallArgs } from './base.ts';

type Routes = typeof addressRoutes;

export const addressesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Changes with the address that the server listens on, like the settings. */
    addresses: build.query<ResponseBody<Routes['list']>, void>({
      query: () => requestOf(addressRoutes.list, {}),
      providesTags: ['Settings'],
    }),
    /** Where links for other people lead. For the owner only. */
    sharedEditor: build.query<ResponseBody<Routes['sharedEditor']>, void>({
      query: () => requestOf(addressRoutes.sharedEditor, {}),
      providesTags: ['Settings'],
    }),
    checkAddress: build.mutation<ResponseBody<Routes['check']>, CallArgs<Routes['check']>>({
      query: (args) => requestOf(addressRoutes.check, args),
    }),
  }),
});
