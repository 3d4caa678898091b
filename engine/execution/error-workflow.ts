// Selects the error workflow of a failed run or trigger.
import type { JsonObject } from '../contract/json.ts';
import type { ErrorData, RunResult } from '../contract/run-data.ts';
import type { AdmittedWorkflow } from './principal.ts';
import type { AdmittedRequest, RunOutcome } from './request.ts';

const errorTrigger = 'n8n-nodes-base.errorTrigger';

/** Modes that start no error workflow: manual runs, and error workflows themselves. */
const quietModes: ReadonlySet<RunResult['mode']> = new Set(['manual', 'error', 'evaluation']);

type Find = (id: string) => Promise<AdmittedWorkflow | undefined>;

/**
 * Returns the run to start after a failure, or undefined. The error workflow is the one set in the failed workflow's settings, otherwise the
 * failed workflow itself if it has an Error Trigger. `find` returns a workflow by id, and throws if it may not be called; `url` is the URL of the
 * failed execution.
 */
export async function errorRun(
  failed: AdmittedWorkflow,
  outcome: RunOutcome,
  find: Find,
  url?: string,
): Promise<AdmittedRequest | undefined> {
  const { mode, resultData } = outcome.result;
  if (!isFailure(outcome.result) || quietModes.has(mode)) return undefined;
  const { error, lastNodeExecuted } = resultData;
  return handlerRun(failed, { execution: { id: outcome.executionId, url, error: shown(error), lastNodeExecuted, mode } }, find);
}

/** Returns the run to start after a trigger of an active workflow has failed (documented shape). */
export function triggerErrorRun(failed: AdmittedWorkflow, error: ErrorData, find: Find): Promise<AdmittedRequest | undefined> {
  const { timestamp, context = {}, cause } = error;
  return handlerRun(failed, { trigger: { error: { ...shown(error), timestamp, context, cause }, mode: 'trigger' } }, find);
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

function shown(error: ErrorData | undefined): Partial<ErrorData> {
  return { name: error?.name, message: error?.message, stack: error?.stack, description: error?.description, node: error?.node };
}
