// The workflow that is told of another one's failure.
import type { ErrorData, RunResult } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { RunOutcome, StartRequest } from './request.ts';

const errorTrigger = 'n8n-nodes-base.errorTrigger';

/** Runs that a person watches, and error workflows themselves, call no error workflow. */
const quietModes: ReadonlySet<RunResult['mode']> = new Set(['manual', 'error', 'evaluation']);

/**
 * The run to start after a failure; undefined when there is none to start. The error workflow is the one the settings name, else the failed
 * workflow itself where it has an Error Trigger. `find` gives a workflow by its id, and throws where it may not be called; `url` leads to the
 * failed execution.
 */
export async function errorRun(
  failed: WorkflowFile,
  outcome: RunOutcome,
  find: (id: string) => Promise<WorkflowFile | undefined>,
  url?: string,
): Promise<StartRequest | undefined> {
  const { status, mode, resultData } = outcome.result;
  if (status !== 'error' || quietModes.has(mode)) return undefined;
  const id = failed.settings?.errorWorkflow;
  const workflow = typeof id === 'string' && id !== '' && id !== 'DEFAULT' ? await find(id) : failed;
  const trigger = workflow?.nodes.find((node) => node.type === errorTrigger && node.disabled !== true);
  if (workflow === undefined || trigger === undefined) return undefined;
  const { error, lastNodeExecuted } = resultData;
  const execution = { id: outcome.executionId, url, error: shown(error), lastNodeExecuted, mode };
  const items = [{ json: { execution, workflow: { id: String(failed.id ?? ''), name: failed.name ?? '' } } }];
  return { workflow, mode: 'error', startNode: trigger.name, items };
}

function shown(error: ErrorData | undefined): Partial<ErrorData> {
  return { name: error?.name, message: error?.message, stack: error?.stack, description: error?.description, node: error?.node };
}
