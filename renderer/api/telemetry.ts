// REST calls for usage events.
import { api, mutation, query } from './base.ts';

export const telemetryApi = api.injectEndpoints({
  endpoints: () => ({
    telemetry: query('GET /telemetry'),
    sendUsage: mutation('POST /telemetry', [], { outlivesPage: true }),
  }),
});
