// REST calls for the servers that share the database.
import { api, query } from './base.ts';

export const membersApi = api.injectEndpoints({
  endpoints: () => ({
    listMembers: query('GET /members'),
  }),
});
