// REST calls for the settings of the instance.
import { generalRoutes } from '../../engine/contract/rest/general.ts';
import { api, mutation, query } from './base.ts';

export const generalApi = api.injectEndpoints({
  endpoints: () => ({
    getGeneral: query(generalRoutes.read, ['Settings']),
    changeGeneral: mutation(generalRoutes.change, ['Settings']),
  }),
});
