// REST calls for executions.
import { Type } from 'typebox';
import { EXECUTION_NOTE_LENGTH } from './constants.ts';
import { route } from './route.ts';

const id = Type.Object({ id: Type.String() });
const optionalText = Type.Optional(Type.String());

const executionSummarySchema = Type.Object({
  id: Type.String(),
  finished: Type.Boolean(),
  mode: Type.String(),
  status: Type.String(),
  /** ISO 8601, like all times in these calls. */
  startedAt: Type.String(),
  /** Absent while the execution is running. Null if unknown: the process that ran it has ended. */
  stoppedAt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  workflowId: Type.String(),
  workflowName: Type.String(),
  waitTill: optionalText,
  retryOf: optionalText,
  retrySuccessId: optionalText,
  lastNodeExecuted: optionalText,
  errorMessage: optionalText,
  /** Time at which a manual execution is deleted if it is not saved permanently. */
  expiresAt: optionalText,
  /** What a user wrote about it. */
  note: optionalText,
  /** Whether a user highlighted it: it is not pruned. */
  isHighlighted: Type.Optional(Type.Boolean()),
  /** The execution that called this one. `isMissing`: it was not saved, or was deleted. */
  parentExecution: Type.Optional(
    Type.Object({ executionId: Type.String(), workflowId: Type.String(), isMissing: Type.Optional(Type.Boolean()) }),
  ),
});

const stoppedSchema = Type.Pick(executionSummarySchema, ['id', 'mode', 'startedAt', 'stoppedAt', 'finished', 'status']);

/** A question to a person about the call of a tool, by an agent that waits for the answer. */
const questionSchema = Type.Object({
  id: Type.String(),
  /** Name of the node that asks. */
  node: Type.String(),
  /** Name of the node that supplies the tool. */
  tool: Type.String(),
  /** Values that the model chose, with which the tool is called. */
  parameters: Type.Record(Type.String(), Type.Unknown()),
  message: optionalText,
  askedAt: Type.String(),
  /** Time at which it expires; absent if it does not. */
  waitTill: optionalText,
  /** Signed address of its page; absent if it has none. */
  url: optionalText,
});

/** What a waiting execution waits for. */
const waitSchema = Type.Object({
  /** A time only, a call or a form at `url`, the end of executions that it has called, or answers to questions. */
  kind: Type.Union([
    Type.Literal('time'),
    Type.Literal('webhook'),
    Type.Literal('form'),
    Type.Literal('workflow'),
    Type.Literal('approval'),
  ]),
  /** Name of the waiting node; absent if the execution waits for a slot or for called executions. */
  node: optionalText,
  /** Time at which it continues by itself; absent if it does not. */
  waitTill: optionalText,
  /** Signed address that continues it, and the methods that it accepts. */
  url: optionalText,
  methods: Type.Optional(Type.Array(Type.String())),
  /** Ids of the called executions that it waits for, as far as the caller may see them. */
  called: Type.Optional(Type.Array(Type.String())),
  /** Questions that are open. */
  questions: Type.Optional(Type.Array(questionSchema)),
});

const statisticsSchema = Type.Object({
  total: Type.Integer(),
  /** Includes crashed ones. */
  failed: Type.Integer(),
  /** Median duration of successful and failed executions, in milliseconds; absent if there are none. */
  median: Type.Optional(Type.Number()),
  /** Days with executions, the earliest first, in the time zone of the instance: `2026-01-31`. */
  days: Type.Array(Type.Object({ day: Type.String(), succeeded: Type.Integer(), failed: Type.Integer(), other: Type.Integer() })),
  isPartial: Type.Boolean(),
});

/** JSON, without other fields: {workflowId?, status?: one or several, finished?, waitTill?, mode?, startedAfter?, startedBefore?, search?, customData?: {key, value?}, isHighlighted?}. `search`: words, phrases in quotes, and `field = value`. */
const filter = Type.Optional(Type.String());

export const executionRoutes = {
  list: route({
    method: 'GET',
    path: '/executions',
    access: 'execution:list',
    summary: 'Returns executions that have ended or wait, latest first; `count` is a lower bound if `estimated` is set',
    query: Type.Object({
      filter,
      firstId: optionalText,
      lastId: optionalText,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })),
      oldestFirst: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({ results: Type.Array(executionSummarySchema), count: Type.Integer(), estimated: Type.Boolean() }),
  }),
  statistics: route({
    method: 'GET',
    path: '/executions/statistics',
    access: 'execution:list',
    summary:
      'Returns statistics of the executions that have ended or wait, with a filter as for the list; `isPartial`: of the latest million only',
    query: Type.Object({ filter }),
    response: statisticsSchema,
  }),
  get: route({
    method: 'GET',
    path: '/executions/:id',
    access: 'execution:read',
    summary: 'Returns an execution with its data and the workflow that ran',
    params: id,
    response: Type.Object({
      ...executionSummarySchema.properties,
      /** Name of the node up to which a manual run was requested. */
      executedNode: optionalText,
      data: Type.Unknown(),
      workflowData: Type.Unknown(),
    }),
  }),
  current: route({
    method: 'GET',
    path: '/executions-current',
    access: 'execution:list',
    summary: 'Returns running executions',
    query: Type.Object({ filter }),
    response: Type.Array(executionSummarySchema),
  }),
  stop: route({
    method: 'POST',
    path: '/executions-current/:id/stop',
    access: 'execution:stop',
    summary: 'Stops a running or waiting execution',
    params: id,
    response: stoppedSchema,
  }),
  retry: route({
    method: 'POST',
    path: '/executions/:id/retry',
    access: 'execution:retry',
    summary: 'Retries a failed execution; returns whether the retry succeeded',
    params: id,
    body: Type.Optional(Type.Union([Type.Object({ loadWorkflow: Type.Optional(Type.Boolean()) }), Type.Null()])),
    response: Type.Boolean(),
  }),
  wait: route({
    method: 'GET',
    path: '/executions/:id/wait',
    access: 'execution:resume',
    summary: 'Returns what a waiting execution waits for, with the address that continues it',
    params: id,
    response: waitSchema,
  }),
  resume: route({
    method: 'POST',
    path: '/executions/:id/resume',
    access: 'execution:resume',
    summary: 'Continues a waiting execution now: its waiting node passes its input on',
    params: id,
    response: Type.Object({ executionId: Type.String() }),
  }),
  approve: route({
    method: 'POST',
    path: '/executions/:id/questions/:question',
    access: 'execution:resume',
    summary: 'Approves or denies the call of a tool that a waiting execution asks about, and continues the execution',
    params: Type.Object({ id: Type.String(), question: Type.String() }),
    body: Type.Object({ approved: Type.Boolean(), reason: Type.Optional(Type.String({ maxLength: 2000 })) }),
    response: Type.Object({ executionId: Type.String() }),
  }),
  annotate: route({
    method: 'PATCH',
    path: '/executions/:id',
    access: 'execution:update',
    summary: 'Stores a note on an execution (an empty one removes it), or highlights it: it is not pruned',
    params: id,
    body: Type.Object({
      note: Type.Optional(Type.String({ maxLength: EXECUTION_NOTE_LENGTH })),
      isHighlighted: Type.Optional(Type.Boolean()),
    }),
    response: executionSummarySchema,
  }),
  remove: route({
    method: 'POST',
    path: '/executions/delete',
    access: 'execution:delete',
    summary: 'Deletes executions by id, or those before a time that match a filter',
    // A misspelled filter must not delete everything.
    body: Type.Object(
      {
        ids: Type.Optional(Type.Array(Type.String())),
        deleteBefore: optionalText,
        filters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({ deleted: Type.Integer() }),
  }),
};

export type ExecutionAnnotation = Type.Static<(typeof executionRoutes)['annotate']['body']>;
export type ExecutionStatistics = Type.Static<typeof statisticsSchema>;
export type ExecutionQuestion = Type.Static<typeof questionSchema>;
export type ExecutionWait = Type.Static<typeof waitSchema>;
export type ExecutionSummary = Type.Static<typeof executionSummarySchema>;
