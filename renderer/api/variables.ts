// REST calls for the variables that expressions read as `$vars`.
import { api, mutation, query } from './base.ts';

export const variablesApi = api.injectEndpoints({
  endpoints: () => ({
    listVariables: query('GET /variables', ['Variables']),
    createVariable: mutation('POST /variables', ['Variables']),
    updateVariable: mutation('PUT /variables/:id', ['Variables']),
    deleteVariable: mutation('DELETE /variables/:id', ['Variables']),
  }),
});
