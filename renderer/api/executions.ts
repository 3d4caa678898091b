// REST calls for executions.
import { executionRoutes } from '../../engine/contract/rest/executions.ts';
import { api, mutation, query, withAllDigits } from './base.ts';

export const executionsApi = api.injectEndpoints({
  endpoints: () => ({
    listExecutions: query(executionRoutes.list, ['Executions']),
    currentExecutions: query(executionRoutes.current, ['Executions']),
    getExecution: query(executionRoutes.get, [], withAllDigits),
    executionWait: query(executionRoutes.wait, ['Executions']),
    resumeExecution: mutation(executionRoutes.resume, ['Executions']),
    stopExecution: mutation(executionRoutes.stop, ['Executions']),
    retryExecution: mutation(executionRoutes.retry, ['Executions']),
    deleteExecutions: mutation(executionRoutes.remove, ['Executions']),
  }),
});
