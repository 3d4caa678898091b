// Runs one task: disabled and resumed nodes pass data through; pinned data, executeOnce, retries and error handling apply. Creates its run data.
import type { ModelUse } from '../contract/model-use.ts';
import type { ItemList, NodeHint, ErrorData, TaskData, TaskStatus } from '../contract/run-data.ts';
import { explainOverflow, isModelLimit, type ExecuteResult } from '../sdk/index.ts';
import { after, allFailed, finishOutputs, passThrough, withErrorOutput } from './outputs.ts';
import { unknownType, type CompiledNode } from './compiled-workflow.ts';
import { NodeContext } from './node-context.ts';
import type { RunHost } from './run-host.ts';
import type { StoredProgress } from './progress.ts';
import { metadataOf } from './sub-runs.ts';
import type { CompletedCalls, PendingTask } from './run-state.ts';

/** Outcome of a task. If it has `error` and no outputs, the run ends. */
export interface TaskOutcome {
  readonly outputs?: readonly ItemList[];
  /** Whether the branch ends here: the node has no output, and its run is not recorded. */
  readonly hasEnded?: boolean;
  readonly error?: unknown;
  readonly hints?: readonly NodeHint[];
  /** Whether the outputs are the node's pinned data. */
  readonly isPinned?: boolean;
  /** Time at which the node wants to continue, in milliseconds since the epoch. */
  readonly waitTill?: number;
  /** Whether the node was parked before it started; it runs after resumption. */
  readonly isParked?: boolean;
  /** Workflows that the node has called. If `waitTill` is set, one of them is waiting. */
  readonly calls?: CompletedCalls;
  /** What the node has done, if it waits in the middle of its task. */
  readonly progress?: StoredProgress | undefined;
  /** Calls of models that the node has made itself, also in failed attempts. */
  readonly modelUse?: readonly ModelUse[];
}

/** Runs the task of a node that exists in the workflow. Returns a promise only if the node does, or if there are very many items. */
export function runTask(host: RunHost, node: CompiledNode, task: PendingTask, runIndex: number): TaskOutcome | Promise<TaskOutcome> {
  const inputs = node.node.executeOnce === true ? task.inputs.map(firstOnly) : task.inputs;
  const pinned = host.pinData !== undefined && Object.hasOwn(host.pinData, node.name) ? host.pinData[node.name] : undefined;
  const { output, hints } = task;
  if (output !== undefined) return after(finishOutputs(node, output, inputs, host.signal), (outputs) => ({ outputs, hints }));
  if (node.node.disabled === true || task.resumed === true) return after(passThrough(inputs, host.signal), (outputs) => ({ outputs }));
  if (pinned === undefined) return new NodeRun(host, node, task, inputs, runIndex).attempt(1);
  return after(finishOutputs(node, [pinned], inputs, host.signal), (outputs) => ({ outputs, isPinned: true }));
}

function firstOnly(items: ItemList): ItemList {
  return items === null || items.length <= 1 ? items : items.slice(0, 1);
}

/** A run of a node, including retries. */
class NodeRun {
  readonly #host: RunHost;
  readonly #node: CompiledNode;
  readonly #task: PendingTask;
  readonly #inputs: readonly ItemList[];
  readonly #runIndex: number;
  #earlierUse: readonly ModelUse[] = [];

  constructor(host: RunHost, node: CompiledNode, task: PendingTask, inputs: readonly ItemList[], runIndex: number) {
    this.#host = host;
    this.#node = node;
    this.#task = task;
    this.#inputs = inputs;
    this.#runIndex = runIndex;
  }

  /** Runs the node, for the first time or as a retry. Each attempt has its own context, so that nothing remains of a failed attempt. */
  attempt(tries: number): TaskOutcome | Promise<TaskOutcome> {
    // A retry makes the calls again.
    const task = tries === 1 ? this.#task : { ...this.#task, calls: undefined, progress: undefined };
    const context = new NodeContext(this.#host, this.#node, task, this.#inputs, this.#runIndex);
    try {
      const outcome = context.marked(() => after(execute(this.#node, context), (result) => this.#succeeded(context, tries, result)));
      return outcome instanceof Promise ? outcome.catch((error: unknown) => this.#failed(context, tries, error)) : outcome;
    } catch (error) {
      return this.#failed(context, tries, error);
    }
  }

  #succeeded(context: NodeContext, tries: number, result: ExecuteResult): TaskOutcome | Promise<TaskOutcome> {
    const node = this.#node;
    const { waitTill, hints, calls } = context;
    const modelUse = this.#modelUse(context);
    if (waitTill !== undefined) return { waitTill, hints };
    if (node.continueOnFail && result?.some(hasErrorItem) === true) {
      if (this.#mayTryAgain(tries)) return this.#again(tries);
      this.#noteLimit(context, tries);
    }
    if (result === null && node.node.alwaysOutputData !== true) return { hasEnded: true, hints };
    // Failed items are detected in the node's own output, because lineage added later would give them the json of their input.
    const sorted = node.onError === 'continueErrorOutput' ? withErrorOutput(node, result ?? [], context) : (result ?? []);
    const outputs = after(sorted, (lists) => finishOutputs(node, lists, context.inputs, context.signal));
    return after(outputs, (lists) => ({ outputs: lists, hints, calls, modelUse }));
  }

  #failed(context: NodeContext, tries: number, thrown: unknown): TaskOutcome | Promise<TaskOutcome> {
    const error = explainOverflow(thrown);
    const node = this.#node;
    const { hints, signal, calls } = context;
    const modelUse = this.#modelUse(context);
    if (signal.aborted) return { error: signal.reason, hints, calls, modelUse };
    if (node.description === undefined) return { error, hints };
    if (this.#mayTryAgain(tries) && !isModelLimit(error)) return this.#again(tries);
    this.#noteLimit(context, tries);
    if (!node.continueOnFail) return { error, hints, calls, modelUse };
    const outputs = node.onError === 'continueErrorOutput' ? allFailed(node, context, error) : passThrough(context.inputs, signal);
    return after(outputs, (lists) => ({ outputs: lists, error, hints, calls, modelUse }));
  }

  /** Returns the calls of models of all attempts. */
  #modelUse({ modelUse }: NodeContext): readonly ModelUse[] {
    this.#earlierUse = [...this.#earlierUse, ...modelUse];
    return this.#earlierUse;
  }

  #mayTryAgain(tries: number): boolean {
    const { retryOnFail, maxTries } = this.#node.node;
    return retryOnFail === true && tries < between(maxTries, tryLimits);
  }

  /** Tells the user if the node would have been tried again, but for the limit. */
  #noteLimit(context: NodeContext, tries: number): void {
    const { retryOnFail, maxTries } = this.#node.node;
    if (retryOnFail !== true || tries < tryLimits.most || !(Number(maxTries) > tryLimits.most)) return;
    context.hint({ type: 'warning', message: `"Max. tries" is ${Number(maxTries)}, but a node is tried at most ${tryLimits.most} times.` });
  }

  async #again(tries: number): Promise<TaskOutcome> {
    const { clock } = this.#host.ports;
    try {
      const pause = between(this.#node.node.waitBetweenTries, pauseLimits);
      if (pause > 0) await clock.sleep(pause, this.#host.signal);
    } catch (error) {
      return { error };
    }
    return this.attempt(tries + 1);
  }
}

function execute(node: CompiledNode, context: NodeContext): ExecuteResult | Promise<ExecuteResult> {
  if (node.description === undefined) throw unknownType(node);
  if (node.execute !== undefined) return node.execute(context);
  // Triggers and other nodes without code pass on their start items.
  return node.isTrigger ? [context.input()] : passThrough([context.input()], context.signal);
}

const hasErrorItem = (items: ItemList): boolean => items?.some((item) => item.error !== undefined) === true;

interface Limits {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

const tryLimits: Limits = { least: 2, most: 5, usual: 3 };
/** Limits of the pause between retries, in milliseconds. */
const pauseLimits: Limits = { least: 0, most: 5000, usual: 1000 };

/** Returns a setting within its limits; the default if it is absent or not a number. */
function between(value: unknown, { least, most, usual }: Limits): number {
  const number = Number(value ?? usual);
  return Number.isNaN(number) ? usual : Math.min(most, Math.max(least, number));
}

interface Ending {
  /** Milliseconds since the epoch. */
  readonly startTime: number;
  readonly now: number;
  readonly executionIndex: number;
  /** Whether the run was stopped. */
  readonly isStopped: boolean;
  readonly error: ErrorData | undefined;
  /** Runs of attached nodes that this one used. */
  readonly uses: readonly object[];
}

/** Returns the record of a task. A task without outputs has failed. */
export function taskData(task: PendingTask, outcome: TaskOutcome, ending: Ending): TaskData {
  const { startTime, now, executionIndex, isStopped, error, uses } = ending;
  const failure: TaskStatus = isStopped ? 'canceled' : 'error';
  return {
    startTime,
    // The system clock may have been set back in between.
    executionTime: Math.max(0, now - startTime),
    executionIndex,
    executionStatus: outcome.outputs === undefined ? failure : error === undefined ? 'success' : 'error',
    source: task.sources,
    ...(outcome.outputs === undefined ? undefined : { data: { main: outcome.outputs } }),
    ...(error === undefined ? undefined : { error }),
    ...(outcome.isPinned === true ? { isPinned: true as const } : undefined),
    ...(outcome.hints === undefined || outcome.hints.length === 0 ? undefined : { hints: outcome.hints }),
    ...metadataOf({ calls: outcome.calls, uses, modelUse: outcome.modelUse }),
  };
}
