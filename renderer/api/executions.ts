// REST calls for executions.
import { executionRoutes } from '../../engine/contract/rest/executions.ts';
import { api, requestOf, type Answer, type CallArgs } from './base.ts';

type Routes = typeof executionRoutes;

export const executionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listExecutions: build.query<Answer<Routes['list']>, CallArgs<Routes['list']>>({
      query: (args) => requestOf(executionRoutes.list, args),
      providesTags: ['Executions'],
    }),
    currentExecutions: build.query<Answer<Routes['current']>, CallArgs<Routes['current']>>({
      query: (args) => requestOf(executionRoutes.current, args),
      providesTags: ['Executions'],
    }),
    getExecution: build.query<Answer<Routes['get']>, CallArgs<Routes['get']>>({ query: (args) => requestOf(executionRoutes.get, args) }),
    executionWait: build.query<Answer<Routes['wait']>, CallArgs<Routes['wait']>>({
      query: (args) => requestOf(executionRoutes.wait, args),
      providesTags: ['Executions'],
    }),
    resumeExecution: build.mutation<Answer<Routes['resume']>, CallArgs<Routes['resume']>>({
      query: (args) => requestOf(executionRoutes.resume, args),
      invalidatesTags: ['Executions'],
    }),
    stopExecution: build.mutation<Answer<Routes['stop']>, CallArgs<Routes['stop']>>({
      query: (args) => requestOf(executionRoutes.stop, args),
      invalidatesTags: ['Executions'],
    }),
    retryExecution: build.mutation<Answer<Routes['retry']>, CallArgs<Routes['retry']>>({
      query: (args) => requestOf(executionRoutes.retry, args),
      invalidatesTags: ['Executions'],
    }),
    deleteExecutions: build.mutation<Answer<Routes['remove']>, CallArgs<Routes['remove']>>({
      query: (args) => requestOf(executionRoutes.remove, args),
      invalidatesTags: ['Executions'],
    }),
  }),
});
