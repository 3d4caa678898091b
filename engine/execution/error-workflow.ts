// Selects the error workflow of a failed run or trigger.
import type { JsonObject } from '../contract/json.ts';
import type { ErrorData, RunResult } from '../contract/run-data.ts';
import type { CompiledNode } from './compiled-workflow.ts';
import type { AdmittedWorkflow } from './principal.ts';
import type { AdmittedRequest, RunOutcome } from './request.ts';

const errorTrigger = 'n8n-nodes-base.errorTrigger';

/** Modes that start no error workflow: manual runs, and error workflows themselves. */
const quietModes: ReadonlySet<RunResult['mode']> = new Set(['manual', 'error', 'evaluation']);

type Find = (id: string) => Promise<AdmittedWorkflow | undefined>;

/** Returns a node of the failed workflow as it was compiled. */
type FindNode = (name: string) => Pick<CompiledNode, 'node' | 'version' | 'parameters'> | undefined;

export interface Failed {
  readonly workflow: AdmittedWorkflow;
  readonly node: FindNode;
}

/** The end of a failed execution, and what the error workflow receives about it. */
export type FailedOutcome = Pick<RunOutcome, 'executionId' | 'result'> & {
  /** Id of the execution that this one repeats. */
  readonly retryOf?: string | undefined;
};

/**
 * Returns the run to start after a failure, or undefined. The error workflow is the one set in the failed workflow's settings, otherwise the
 * failed workflow itself if it has an Error Trigger. `find` returns a workflow by id, and throws if it may not be called; `url` is the URL of the
 * failed execution.
 */
export async function errorRun(failed: Failed, outcome: FailedOutcome, find: Find, url?: string): Promise<AdmittedRequest | undefined> {
  const { mode, resultData } = outcome.result;
  if (!isFailure(outcome.result) || quietModes.has(mode)) return undefined;
  const { error, lastNodeExecuted } = resultData;
  const { executionId: id, retryOf } = outcome;
  const executionContext = contextOf(outcome.result, failed.node);
  const execution = {
    id,
    url,
    ...(retryOf === undefined ? {} : { retryOf }),
    error: errorView(error, failed.node),
    lastNodeExecuted,
    mode,
  };
  return handlerRun(failed.workflow, { execution: { ...execution, executionContext } }, find);
}

/** Returns the run to start after a trigger of an active workflow has failed (documented shape). */
export function triggerErrorRun(failed: Failed, error: ErrorData, find: Find): Promise<AdmittedRequest | undefined> {
  const { cause } = error;
  return handlerRun(failed.workflow, { trigger: { error: { ...errorView(error, failed.node), cause }, mode: 'trigger' } }, find);
}

/** Whether the run failed, crashed, or was stopped because it took too long. */
const isFailure = ({ status, resultData }: RunResult): boolean =>
  status === 'error' || status === 'crashed' || (status === 'canceled' && resultData.error?.code === 'EXECUTION_TIMEOUT');

async function handlerRun(failed: AdmittedWorkflow, what: JsonObject, find: Find): Promise<AdmittedRequest | undefined> {
  const { settings, name = '' } = failed.file;
  const id = settings?.errorWorkflow;
  const handler = typeof id === 'string' && id !== '' && id !== 'DEFAULT' ? await find(id) : failed;
  const trigger = handler?.file.nodes.find((node) => node.type === errorTrigger && node.disabled !== true);
  if (handler === undefined || trigger === undefined) return undefined;
  const items = [{ json: { ...what, workflow: { id: failed.principal.workflowId ?? String(failed.file.id ?? ''), name } } }];
  return { workflow: handler.file, principal: handler.principal, mode: 'error', startNode: trigger.name, items };
}

/** Returns an error in the form that error workflows read. */
function errorView(error: ErrorData | undefined, node: FindNode): JsonObject {
  if (error?.code === 'CODE_FAILED') return codeErrorView(error);
  const { name = 'Error', message = '', description, httpCode, timestamp, context = {}, node: at } = error ?? {};
  const level = error?.level ?? 'warning';
  return {
    level,
    shouldReport: level !== 'info',
    tags: {},
    timestamp,
    context,
    functionality: 'regular',
    name,
    node: at === undefined ? undefined : nodeView(at, node(at)),
    messages: [],
    description,
    httpCode,
    message,
    // Errors of nodes have no stack of their own: the line that alerts show names the error.
    stack: error?.stack ?? `${name}: ${message}${at === undefined ? '' : `\n    at ${at}`}`,
  };
}

/** Errors of code have a form of their own: with their line, and without a time, context and node, which is `lastNodeExecuted`. */
function codeErrorView({ message, description = null, context, node: at }: ErrorData): JsonObject {
  const name = 'WrappedExecutionError';
  const line = context?.['line'];
  return {
    level: 'info',
    shouldReport: false,
    description,
    tags: {},
    name,
    ...(line === undefined ? {} : { lineNumber: line }),
    message,
    stack: `${name}: ${message}${at === undefined ? '' : `\n    at ${at}`}`,
  };
}

/** Returns a node with all of its parameters, unevaluated; without credentials and notes. */
function nodeView(name: string, compiled: ReturnType<FindNode>): JsonObject {
  if (compiled === undefined) return { name };
  const { node, version, parameters } = compiled;
  return { id: node.id, name, type: node.type, typeVersion: version, position: node.position, parameters };
}

/** Returns when and how the execution started, in n8n's form. Millrace redacts no data of executions. */
function contextOf({ mode, startedAt, resultData: { runData } }: RunResult, node: FindNode): JsonObject {
  const first = Object.entries(runData).find(([, [run]]) => run?.executionIndex === 0)?.[0];
  const type = first === undefined ? undefined : node(first)?.node.type;
  return {
    version: 1,
    establishedAt: startedAt,
    source: mode,
    ...(first === undefined ? {} : { triggerNode: { name: first, type } }),
    redaction: { version: 2, production: false, manual: false },
  };
}
