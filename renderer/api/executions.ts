// REST calls for executions.
import { api, mutation, query, withAllDigits } from './base.ts';

export const executionsApi = api.injectEndpoints({
  endpoints: () => ({
    listExecutions: query('GET /executions', ['Executions']),
    currentExecutions: query('GET /executions-current', ['Executions']),
    executionStatistics: query('GET /executions/statistics', ['Executions']),
    annotateExecution: mutation('PATCH /executions/:id', ['Executions']),
    getExecution: query('GET /executions/:id', [], withAllDigits),
    // Not fetched again by changes, after which the execution may not wait any more: views fetch it when they appear.
    executionWait: query('GET /executions/:id/wait', []),
    resumeExecution: mutation('POST /executions/:id/resume', ['Executions']),
    answerQuestion: mutation('POST /executions/:id/questions/:question', ['Executions']),
    stopExecution: mutation('POST /executions-current/:id/stop', ['Executions']),
    retryExecution: mutation('POST /executions/:id/retry', ['Executions']),
    deleteExecutions: mutation('POST /executions/delete', ['Executions']),
  }),
});
