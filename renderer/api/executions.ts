// REST calls for executions.
import { executionRoutes } from '../../engine/contract/rest/executions.ts';
import { api, requestOf, withAllDigits, type ResponseBody, type CallArgs } from './base.ts';

type Routes = typeof executionRoutes;

export const executionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listExecutions: build.query<ResponseBody<Routes['list']>, CallArgs<Routes['list']>>({
      query: (args) => requestOf(executionRoutes.list, args),
      providesTags: ['Executions'],
    }),
    currentExecutions: build.query<ResponseBody<Routes['current']>, CallArgs<Routes['current']>>({
      query: (args) => requestOf(executionRoutes.current, args),
      providesTags: ['Executions'],
    }),
    getExecution: build.query<ResponseBody<Routes['get']>, CallArgs<Routes['get']>>({
      ...withAllDigits,
      query: (args) => requestOf(executionRoutes.get, args),
    }),
    executionWait: build.query<ResponseBody<Routes['wait']>, CallArgs<Routes['wait']>>({
      query: (args) => requestOf(executionRoutes.wait, args),
      providesTags: ['Executions'],
    }),
    resumeExecution: build.mutation<ResponseBody<Routes['resume']>, CallArgs<Routes['resume']>>({
      query: (args) => requestOf(executionRoutes.resume, args),
      invalidatesTags: ['Executions'],
    }),
    stopExecution: build.mutation<ResponseBody<Routes['stop']>, CallArgs<Routes['stop']>>({
      query: (args) => requestOf(executionRoutes.stop, args),
      invalidatesTags: ['Executions'],
    }),
    retryExecution: build.mutation<ResponseBody<Routes['retry']>, CallArgs<Routes['retry']>>({
      query: (args) => requestOf(executionRoutes.retry, args),
      invalidatesTags: ['Executions'],
    }),
    deleteExecutions: build.mutation<ResponseBody<Routes['remove']>, CallArgs<Routes['remove']>>({
      query: (args) => requestOf(executionRoutes.remove, args),
      invalidatesTags: ['Executions'],
    }),
  }),
});
