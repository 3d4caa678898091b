// REST calls for the settings of the instance.
import { generalRoutes } from '../../engine/contract/rest/general.ts';
import { api, requestOf, type ResponseBody, type CallArgs } from './base.ts';

type Routes = typeof generalRoutes;

export const generalApi = api.injectEndpoints({
  endpoints: (build) => ({
    getGeneral: build.query<ResponseBody<Routes['read']>, void>({
      query: () => requestOf(generalRoutes.read, {}),
      providesTags: ['Settings'],
    }),
    changeGeneral: build.mutation<ResponseBody<Routes['change']>, CallArgs<Routes['change']>>({
      query: (args) => requestOf(generalRoutes.change, args),
      invalidatesTags: ['Settings'],
    }),
  }),
});
