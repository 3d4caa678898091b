// Calls of workflows by nodes: which workflow is called, whether the call waits for it, and its result, with the start items it derives from.
import { AppError } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { RunResult, Item, PairedItem, RunData, TaskSource } from '../contract/run-data.ts';
import { type SubWorkflowCall, type SubWorkflowResult, isModelLimit, mapInSlices } from '../sdk/index.ts';
import { calledWorkflow } from './called-workflow.ts';
import { compileWorkflow, type CompiledWorkflow } from './compiled-workflow.ts';
import type { CallLink, RunningExecution, RunOutcome, StartRequest } from './request.ts';
import type { ExecutionPorts } from './ports.ts';
import type { CallPlace } from './run-host.ts';
import type { CallResult, CompletedCall } from './run-state.ts';
import type { Run } from './run.ts';
import { startNodeOf } from './start.ts';

/** Maximum depth of nested workflow calls. */
const MAX_DEPTH = 100;

/** What calls a workflow: a run, or a node outside of one, which has no scope. */
export type CallingRun = Pick<
  Run,
  'executionId' | 'principal' | 'listener' | 'isManual' | 'isOver' | 'signal' | 'checkpoint' | 'leaveCheckpoint' | 'archives' | 'models'
> &
  Partial<Pick<Run, 'scope' | 'subRuns'>>;

/** Position of the call within the calling run, and the caller's depth. */
export interface Caller extends CallPlace {
  readonly run: CallingRun;
  readonly depth: number;
}

/** Starts a called workflow. */
type StartCalled = (request: StartRequest, link: CallLink) => RunningExecution;

/**
 * Runs the called workflow; a call that was made before the run was parked is not repeated. Returns undefined if the called execution is waiting:
 * the caller must then wait as well. Throws the called workflow's failure as an error of the calling node.
 */
export async function callWorkflow(
  ports: ExecutionPorts,
  call: SubWorkflowCall,
  caller: Caller,
  start: StartCalled,
): Promise<SubWorkflowResult | undefined> {
  const { calls, index, run, user } = caller;
  const completedCall = calls[index];
  if (completedCall !== null && completedCall !== undefined) {
    run.subRuns?.link(user, completedCall);
    return resultOf(completedCall);
  }
  await run.leaveCheckpoint();
  const depth = caller.depth + 1;
  if (depth > MAX_DEPTH) throw tooDeep(caller.node);
  const called = await calledWorkflow(ports, call, caller.node, run.principal);
  const { file: workflow, principal } = called;
  const isInline = call.workflow !== undefined;
  if (!isInline) ports.assertCallable?.(called, run.principal);
  const compiled = await compileWorkflow(workflow, ports.nodes);
  const startNode = startNodeOf(compiled, 'integrated');
  const { items, wait = true } = call;
  const ownId = isInline ? undefined : principal.workflowId;
  const staticData = ownId === undefined ? undefined : ports.staticData?.get(ownId);
  const latestStaticData = ownId === undefined ? undefined : ports.staticData?.reader?.(ownId, workflow.staticData);
  const { listener, isManual } = run;
  const scope = wait ? run.scope : undefined;
  const request: StartRequest = {
    workflow,
    mode: 'integrated',
    startNode,
    items,
    listener,
    principal,
    isManual,
    staticData,
    latestStaticData,
    depth,
    parent: scope,
    // A node outside of a run may call workflows for as long as it listens, so each call has an archive limit of its own.
    ...(run.scope === undefined ? {} : { archives: run.archives, callerModels: run.models }),
  };
  const link: CallLink = {
    parentId: run.executionId,
    parentWorkflowId: run.principal.workflowId ?? '',
    parentNode: caller.node,
    ...(wait ? { index } : undefined),
    isInline,
    isAwaited: () => !run.isOver,
    checkpointCaller: () => run.checkpoint(),
  };
  const { executionId, done } = start(request, link);
  const { key } = caller;
  const started: CompletedCall = { executionId, workflowId: principal.workflowId ?? '', ...(key === undefined ? {} : { key }) };
  calls[index] = started;
  run.subRuns?.link(user, started);
  if (!wait) {
    done.catch((error: unknown) => ports.logger.error('A called workflow could not start', { executionId, message: String(error) }));
    calls[index] = { ...started, result: { status: 'running', items: [] } };
    return resultOf(calls[index]);
  }
  const { result } = await done;
  if (result.status === 'waiting') return undefined;
  const ended: CompletedCall = { ...started, result: await callResult(result, returnOf(compiled, startNode), run.signal) };
  calls[index] = ended;
  await run.leaveCheckpoint();
  return resultOf(ended);
}

function resultOf({ executionId, result }: CompletedCall): SubWorkflowResult | undefined {
  if (result === undefined) return undefined;
  if ('error' in result) {
    const code = isModelLimit(result) ? 'MODEL_LIMIT_REACHED' : 'NODE_OPERATION_FAILED';
    throw new AppError(code, result.error, { cause: result.error });
  }
  return { executionId, ...result };
}

/** How a called workflow returns items: its first node, and whether those of all runs of the last node are returned, or of its last run. */
export interface CallReturn {
  readonly startNode: string;
  readonly hasAllRuns: boolean;
}

/** Since version 1.2 of the trigger, all runs of the last node count. */
export function returnOf(compiled: Pick<CompiledWorkflow, 'node'>, startNode: string): CallReturn {
  const start = compiled.node(startNode);
  return { startNode, hasAllRuns: start?.node.type === 'n8n-nodes-base.executeWorkflowTrigger' && start.version >= 1.2 };
}

/** Returns the items that a finished execution returns to its caller. */
export async function callResult({ status, resultData }: RunResult, returned: CallReturn, signal: AbortSignal): Promise<CallResult> {
  const { runData, lastNodeExecuted: last = returned.startNode, error } = resultData;
  if (status !== 'success') {
    return { error: error?.message ?? 'The called workflow failed.', ...(isModelLimit(error) ? { code: 'MODEL_LIMIT_REACHED' } : {}) };
  }
  const count = Object.hasOwn(runData, last) ? (runData[last]?.length ?? 0) : 0;
  const items: Item[] = [];
  for (let run = returned.hasAllRuns ? 0 : Math.max(0, count - 1); run < count; run++)
    for (const item of await pairedToStart(runData, last, run, returned.startNode, signal)) items.push(item);
  return { status, items };
}

/**
 * Stores the changes of a called run to its workflow's static data; returns the data to resume with if the run is waiting. Changes by inline
 * workflows and manual runs are not stored.
 */
export async function saveStaticData(
  { staticData: staticDataPort, logger }: ExecutionPorts,
  { workflow, principal, staticData: before, isManual }: StartRequest,
  { staticData: after, staticDataBefore }: RunOutcome,
  isInline: boolean,
): Promise<JsonObject | undefined> {
  if (after === undefined) return before;
  const id = principal?.workflowId;
  if (staticDataPort === undefined || isManual === true || isInline || id === undefined) return after;
  try {
    await staticDataPort.save(id, staticDataBefore, after);
    return staticDataPort.get(id) ?? after;
  } catch (error) {
    logger.error(`The static data of "${workflow.name ?? ''}" could not be saved: ${String(error)}`, { workflowId: id });
    return after;
  }
}

const tooDeep = (node: string): AppError =>
  new AppError(
    'WORKFLOW_INVALID',
    `Workflows call each other more than ${MAX_DEPTH} levels deep at the node "${node}". Check that they do not call themselves without end.`,
  );

/** Maximum number of steps per item; beyond it the item's lineage is dropped, since an incomplete one would be misleading. */
const MAX_STEPS = 200_000;

type Link = number | PairedItem;

const links = ({ pairedItem }: Item): readonly Link[] => {
  if (pairedItem === undefined) return [];
  return Array.isArray(pairedItem) ? (pairedItem as readonly Link[]) : [pairedItem as Link];
};

/**
 * Returns the items of a run of `node`; `pairedItem` of each refers to the items of `start` from which it derives, and is absent if the
 * lineage is broken. The items in the run data are not modified.
 */
export async function pairedToStart(
  runData: RunData,
  node: string,
  run: number,
  start: string,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const from: TaskSource = { previousNode: node, previousNodeOutput: 0, previousNodeRun: run };
  const items = (Object.hasOwn(runData, node) ? runData[node]?.[run] : undefined)?.data?.['main']?.[0] ?? [];
  return mapInSlices(items, signal, (item, index) => {
    const indexes = startIndexes(runData, from, index, start);
    const { pairedItem: _own, ...rest } = item;
    if (indexes.length === 0) return rest;
    const pairedItem = indexes.map((at) => ({ item: at }));
    return { ...rest, pairedItem: pairedItem.length === 1 ? (pairedItem[0] as PairedItem) : pairedItem };
  });
}

function startIndexes(runData: RunData, from: TaskSource, index: number, start: string): readonly number[] {
  const match = new Set<number>();
  const queue: (readonly [place: TaskSource, index: number])[] = [[from, index]];
  for (let steps = 0; queue.length > 0; steps++) {
    if (steps === MAX_STEPS) return [];
    const [taskSource, at] = queue.pop() as readonly [TaskSource, number];
    if (taskSource.previousNode === start && (taskSource.previousNodeRun ?? 0) === 0) {
      match.add(at);
      continue;
    }
    const task = Object.hasOwn(runData, taskSource.previousNode)
      ? runData[taskSource.previousNode]?.[taskSource.previousNodeRun ?? 0]
      : undefined;
    const item = task?.data?.['main']?.[taskSource.previousNodeOutput ?? 0]?.[at];
    if (task === undefined || item === undefined) continue;
    for (const link of links(item)) {
      const pair: PairedItem = typeof link === 'number' ? { item: link } : link;
      const source = pair.sourceOverwrite ?? task.source[pair.input ?? 0];
      if (source !== null && source !== undefined) queue.push([source, pair.item]);
    }
  }
  return [...match].sort((a, b) => a - b);
}
