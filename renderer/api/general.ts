// REST calls for the settings of the instance.
import { api, mutation, query } from './base.ts';

export const generalApi = api.injectEndpoints({
  endpoints: () => ({
    getGeneral: query('GET /settings/general', ['Settings']),
    changeGeneral: mutation('PATCH /settings/general', ['Settings']),
  }),
});
