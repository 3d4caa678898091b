// Executions in the public API.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';
import { byId, nullableTime, pageOf, pageQuery, time } from './pages.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

const executionSchema = Type.Object(
  {
    id: Type.String(),
    finished: Type.Boolean(),
    mode: Type.String(),
    status: Type.String(),
    startedAt: time,
    stoppedAt: nullableTime,
    workflowId: Type.String(),
    waitTill: nullableTime,
    retryOf: nullableText,
    retrySuccessId: nullableText,
    /** With `includeData`: the results of the nodes, and the workflow that ran. */
    data: Type.Optional(Type.Unknown()),
    workflowData: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: true },
);

const includeData = Type.Optional(Type.Boolean());

export const executionApi = {
  list: route({
    method: 'GET',
    path: '/executions',
    access: 'execution:list',
    scope: 'execution:read',
    summary: 'Returns executions, the latest first; running and queued ones only if `status` selects them',
    query: Type.Object({
      ...pageQuery,
      includeData,
      status: Type.Optional(Type.Enum(['canceled', 'crashed', 'error', 'new', 'running', 'success', 'waiting'])),
      workflowId: Type.Optional(Type.String()),
    }),
    response: pageOf(executionSchema),
  }),
  get: route({
    method: 'GET',
    path: '/executions/:id',
    access: 'execution:read',
    scope: 'execution:read',
    summary: 'Returns an execution',
    params: byId,
    query: Type.Object({ includeData }),
    response: executionSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/executions/:id',
    access: 'execution:delete',
    scope: 'execution:write',
    summary: 'Deletes an execution that does not run, and returns it',
    params: byId,
    response: executionSchema,
  }),
  retry: route({
    method: 'POST',
    path: '/executions/:id/retry',
    access: 'execution:retry',
    scope: 'execution:write',
    summary:
      'Retries a failed execution, with the saved workflow if `loadWorkflow` is true; returns the new execution once it has ended or waits',
    params: byId,
    body: Type.Union([Type.Object({ loadWorkflow: Type.Optional(Type.Boolean()) }), Type.Null()]),
    response: executionSchema,
  }),
  stop: route({
    method: 'POST',
    path: '/executions/:id/stop',
    access: 'execution:stop',
    scope: 'execution:write',
    summary: 'Stops an execution that runs or waits',
    params: byId,
    response: executionSchema,
  }),
};

export type ApiExecution = Type.Static<typeof executionSchema>;
