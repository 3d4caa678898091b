// A workflow that a node calls: which one, whether the call waits for it, and what comes of it.
import { AppError } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { RunResult } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { SubWorkflowCall, SubWorkflowResult } from '../sdk/index.ts';
import { compileWorkflow } from './compiled-workflow.ts';
import type { RunningExecution, RunOutcome, StartRequest } from './request.ts';
import { pairedToStart } from './lineage-to-start.ts';
import type { ExecutionPorts } from './ports.ts';
import type { Run } from './run.ts';
import { startNodeOf } from './start.ts';

/** How deep workflows may call each other. */
const MAX_DEPTH = 100;

/** Who calls: the node, the run it belongs to, and how many calls lie above it. */
export interface Caller {
  readonly node: string;
  readonly run: Run;
  readonly depth: number;
}

/** Starts a called workflow; a run that parks itself goes on by itself, since nobody else will take it up. */
type StartCalled = (request: StartRequest, depth: number) => RunningExecution;

/** Runs the called workflow. Throws what it fails with, as a failure of the calling node. */
export async function callWorkflow(
  ports: ExecutionPorts,
  call: SubWorkflowCall,
  caller: Caller,
  start: StartCalled,
): Promise<SubWorkflowResult> {
  const depth = caller.depth + 1;
  if (depth > MAX_DEPTH) throw tooDeep(caller.node);
  const workflow = await calledWorkflow(ports, call, caller.node);
  const callerFile = caller.run.inNameOf ?? caller.run.workflow.graph.file;
  if (call.workflow === undefined) await ports.assertCallable?.(workflow, callerFile);
  const startNode = startNodeOf(await compileWorkflow(workflow, ports.nodes), 'integrated');
  const { items, wait = true } = call;
  // What came with the call may carry any id: it reads credentials in the name of whoever brought it.
  const inNameOf = call.workflow === undefined ? undefined : callerFile;
  const staticData = call.workflow === undefined ? ports.staticData?.get(String(workflow.id)) : undefined;
  const { listener, isByHand } = caller.run;
  const request: StartRequest = { workflow, mode: 'integrated', startNode, items, listener, inNameOf, isByHand, staticData };
  if (!wait) return detached(ports, start(request, depth));
  const { executionId, done } = start({ ...request, parent: caller.run.scope }, depth);
  const { result } = await done;
  const { runData, lastNodeExecuted = startNode, error } = result.resultData;
  if (result.status === 'error' || result.status === 'canceled') {
    throw new AppError('NODE_OPERATION_FAILED', error?.message ?? 'The called workflow failed.', { cause: error?.message });
  }
  return { executionId, result, items: await pairedToStart(runData, lastNodeExecuted, startNode, caller.run.signal) };
}

/**
 * Keeps what a called run changed of its workflow's static data; answers what the run goes on with, should it have come to wait. Nothing is kept
 * of what came with the call, nor of what people try out by hand.
 */
export async function keepStaticData(
  { staticData: kept, logger }: ExecutionPorts,
  { workflow, staticData: before, isByHand, inNameOf }: StartRequest,
  { staticData: after }: RunOutcome,
): Promise<JsonObject | undefined> {
  if (after === undefined) return before;
  if (kept === undefined || isByHand === true || inNameOf !== undefined) return after;
  const id = String(workflow.id);
  try {
    await kept.keep(id, before ?? workflow.staticData, after);
    return kept.get(id) ?? after;
  } catch (error) {
    logger.error(`The static data of "${workflow.name ?? ''}" could not be kept: ${String(error)}`, { workflowId: id });
    return after;
  }
}

/** What the caller learns of a workflow whose end it does not wait for. */
function detached(ports: ExecutionPorts, { executionId, done }: RunningExecution): SubWorkflowResult {
  done.catch((error: unknown) => ports.logger.error('A called workflow could not start', { executionId, message: String(error) }));
  const now = ports.clock.now();
  const resultData: RunResult['resultData'] = { runData: Object.create(null) as RunResult['resultData']['runData'] };
  return { executionId, result: { status: 'running', mode: 'integrated', startedAt: now, stoppedAt: now, resultData }, items: [] };
}

async function calledWorkflow(ports: ExecutionPorts, { workflow, workflowId = '' }: SubWorkflowCall, node: string): Promise<WorkflowFile> {
  const file = workflow ?? (await ports.workflow?.(workflowId));
  if (file !== undefined) return file;
  throw new AppError('WORKFLOW_NOT_FOUND', `The workflow "${workflowId}" that the node "${node}" calls does not exist.`, {
    params: { id: workflowId },
  });
}

const tooDeep = (node: string): AppError =>
  new AppError(
    'WORKFLOW_INVALID',
    `Workflows call each other more than ${MAX_DEPTH} levels deep at the node "${node}". Check that they do not call themselves without end.`,
  );
