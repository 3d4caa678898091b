// Connects webhooks to runs: starts and resumes runs, and reports test calls to the editor.
import type { StoredBinary } from '../../binary/stored-binary.ts';
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import { openCalls, openQuestions, type Clock, type Executor } from '../../execution/index.ts';
import type { PushHub } from '../../push/hub.ts';
import type { Logger } from '../../sdk/index.ts';
import type { ResumableExecution, WebhookPorts, WebhookRun } from '../../webhooks/index.ts';
import type { ExecutionService } from '../executions/executions.ts';
import { storedState } from '../executions/stored-executions.ts';
import type { ActiveWorkflows } from './active-workflows.ts';
import type { ReportedRuns } from './reported-runs.ts';

export interface WebhookRunsPorts
  extends Pick<WebhookPorts, 'mayName' | 'signedInUser' | 'team'>, Required<Pick<WebhookPorts, 'assertWritable'>> {
  readonly active: ActiveWorkflows;
  readonly executions: ExecutionService;
  readonly reportedRuns: ReportedRuns;
  readonly detachedNode: Executor['detachedNode'];
  readonly files: StoredBinary;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hub: PushHub;
  /** Returns the latest static data of a workflow. */
  readonly staticDataOf: (workflowId: string) => unknown;
}

export function webhookPorts({
  active,
  executions,
  reportedRuns,
  detachedNode,
  files,
  clock,
  logger,
  hub,
  staticDataOf,
  mayName,
  signedInUser,
  assertWritable,
  team,
}: WebhookRunsPorts): WebhookPorts {
  const keepStaticData = (id: string, data: JsonObject): Promise<void> =>
    executions.states
      .save(id, staticDataOf(id), data)
      .catch((error: unknown) => logger.error(`Static data could not be saved: ${String(error)}`, { workflowId: id }));
  return {
    ...(mayName === undefined ? {} : { mayName }),
    ...(signedInUser === undefined ? {} : { signedInUser }),
    ...(team === undefined ? {} : { team }),
    activeWorkflow: (id) => active.admitted(id),
    detachedNode,
    binary: files,
    removeFiles: (ids) => files.discard([...ids]),
    clock,
    logger,
    staticData: (id) => executions.states.get(id),
    latestStaticData: (id, { staticData }) => executions.states.reader(id, staticData),
    keepStaticData,
    assertWritable,
    start: ({ staticData, test, ...rest }): WebhookRun => {
      const request = { ...rest, ...(staticData === undefined ? {} : { staticData }) };
      if (test !== undefined) return startTest(reportedRuns, request, test);
      // Stored here, since a run that changes no static data stores none.
      const { workflowId } = rest.principal;
      if (staticData !== undefined && workflowId !== undefined) void keepStaticData(workflowId, staticData);
      return executions.start(request);
    },
    resumable: (id, question) => resumable(executions, id, question),
    resume: async ({ executionId, output, question, responder, staticData }) => {
      try {
        const listener = reportedRuns.listenerOf(executionId);
        return await executions.resumeRun(executionId, {
          output,
          ...(question === undefined ? {} : { question }),
          ...(responder === undefined ? {} : { responder }),
          ...(staticData === undefined ? {} : { staticData }),
          ...(listener === undefined ? {} : { listener }),
        });
      } catch (error) {
        // Another call has already resumed it.
        if (error instanceof AppError && error.code === 'EXECUTION_NOT_FOUND') return undefined;
        throw error;
      }
    },
    onTestWebhook: ({ type, workflowId, sessionId, executionId }) => {
      if (sessionId === undefined) return;
      if (type === 'testWebhookDeleted') hub.send(sessionId, { type, workflowId, ...(executionId === undefined ? {} : { executionId }) });
      else if (executionId !== undefined) hub.send(sessionId, { type, workflowId, executionId });
    },
  };
}

/** Starts the manual run of a test call, whose events the session receives. */
function startTest(
  reportedRuns: ReportedRuns,
  request: Parameters<ReportedRuns['start']>[0],
  { destination, pinData, sessionId }: NonNullable<Parameters<WebhookPorts['start']>[0]['test']>,
): WebhookRun {
  const pins = pinData === undefined ? {} : { pinData: pinData as never };
  return reportedRuns.start({ ...request, ...(destination === undefined ? {} : { destination }), ...pins }, sessionId);
}

async function resumable(executions: ExecutionService, id: string, questionId?: string): Promise<ResumableExecution | undefined> {
  if (executions.activeRuns.record(id) !== undefined) return { status: 'running' };
  const execution = await executions.get(id);
  if (execution === undefined) return undefined;
  const { record } = execution;
  const admitted = await executions.admitted(execution);
  if (record.status === 'running' || record.status === 'new') return { status: 'running' };
  const state = storedState(execution);
  const waitingTask = state?.pending.find(({ resumed }) => resumed === true);
  const questions = record.status === 'waiting' && state !== undefined ? openQuestions(state) : [];
  const question = questions.find((each) => each.id === questionId);
  if (questions.length > 0 && question === undefined) return { status: questionId === undefined ? 'asking' : 'answered' };
  // The execution is waiting for a called workflow.
  if (question === undefined && record.status === 'waiting' && state !== undefined && openCalls(state).length > 0)
    return { status: 'running' };
  if (record.status !== 'waiting' || admitted === undefined || state === undefined) return { status: 'finished' };
  const nodeName = question?.node ?? waitingTask?.node;
  if (nodeName === undefined) return { status: questionId === undefined ? 'finished' : 'answered' };
  const { workflowId } = admitted.principal;
  const staticData = workflowId === undefined ? undefined : executions.states.get(workflowId);
  return {
    status: 'waiting',
    workflowId: record.workflowId,
    workflow: admitted.file,
    principal: admitted.principal,
    mode: record.mode,
    nodeName,
    state: state.contexts.find(([name]) => name === nodeName)?.[1] ?? {},
    ...(question === undefined ? {} : { question }),
    ...(staticData === undefined ? {} : { staticData }),
  };
}
