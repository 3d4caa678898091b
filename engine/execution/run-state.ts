// State of a run between two nodes, as plain data, so that a waiting run can be stored and resumed.
import type { JsonObject } from '../contract/json.ts';
import type { StoredProgress } from './progress.ts';
import { noModelUse, type ModelTotals } from '../contract/model-use.ts';
import type {
  ErrorData,
  ExecutionStatus,
  Item,
  ItemList,
  NodeHint,
  RunData,
  RunResult,
  TaskData,
  TaskSource,
} from '../contract/run-data.ts';

/** Result of a call of another workflow: the items of its last node, or its error. An error that also ends the caller has its code. */
export type CallResult =
  | { readonly status: ExecutionStatus; readonly items: readonly Item[] }
  | { readonly error: string; readonly code?: string };

/** A call of another workflow that a task has made. */
export interface CompletedCall {
  readonly executionId: string;
  readonly workflowId: string;
  /** Key of the tool call that called the workflow. Absent for other calls, which are found by their number. */
  readonly key?: string;
  /** Absent while the called execution is running or waiting. */
  readonly result?: CallResult;
}

/** Calls by their number within the task; null for a call that has not started. */
export type CompletedCalls = readonly (CompletedCall | null)[];

/** A node that will run, with its input. */
export interface PendingTask {
  readonly node: string;
  /** One list per input. */
  readonly inputs: readonly ItemList[];
  readonly sources: readonly (TaskSource | null)[];
  /** Whether the node's requested wait is over, so that its input passes through. */
  readonly resumed?: boolean;
  /** Output to use instead of running the node, for a trigger that has fired or a wait that was resumed. */
  readonly output?: readonly ItemList[];
  /** Notices that belong to `output`. */
  readonly hints?: readonly NodeHint[];
  /** Calls that have been made. The node waits for them, and runs again without repeating them. */
  readonly calls?: CompletedCalls;
  /** What the node did before the execution waited. It continues from there. */
  readonly progress?: StoredProgress | undefined;
}

/** A node that waits for its inputs. A missing input is undefined; an empty one is []. */
export interface WaitingTask {
  readonly node: string;
  readonly inputs: (ItemList | undefined)[];
  readonly sources: (TaskSource | null)[];
}

/** Items that nodes return instead of running, by node name. */
export type PinData = { readonly [nodeName: string]: readonly Item[] };

/** Bounds of a run, stored with it so that they also apply after resumption. */
interface RunBounds {
  /** Nodes that may run. Default: all. */
  readonly only?: ReadonlySet<string>;
  /** Node whose output is not passed on. */
  readonly destination?: string;
  readonly pinData?: PinData;
}

export interface RunState {
  readonly bounds: RunBounds;
  /** A stack of tasks, whose last task runs next. In breadth-first order it is a queue, whose first task runs next. */
  readonly pending: PendingTask[];
  readonly waiting: WaitingTask[];
  readonly runData: RunData;
  /** Each node's state within this execution, by node name. */
  readonly contexts: Map<string, JsonObject>;
  readonly customData: Map<string, string>;
  /** Use of models so far, with that of called workflows. */
  modelUse: ModelTotals;
  executionIndex: number;
  lastNode: string | undefined;
  error: ErrorData | undefined;
  /** Time until which the run is parked, in milliseconds since the epoch. */
  waitTill: number | undefined;
}

/** Arguments for a new run state. */
export interface RunStart {
  readonly pending: readonly PendingTask[];
  readonly waiting?: readonly WaitingTask[];
  /** Results of an earlier run that are reused. */
  readonly runData?: RunData;
  readonly bounds?: RunBounds;
}

/** Creates the state of a run before its first node. */
export function newRunState({ pending, waiting = [], runData, bounds = {} }: RunStart): RunState {
  return {
    bounds,
    pending: [...pending],
    waiting: [...waiting],
    runData: runData ?? (Object.create(null) as RunData),
    contexts: new Map(),
    customData: new Map(),
    modelUse: noModelUse,
    executionIndex: runData === undefined ? 0 : indexAfter(runData),
    lastNode: undefined,
    error: undefined,
    waitTill: undefined,
  };
}

function indexAfter(runData: RunData): number {
  let next = 0;
  for (const runs of Object.values(runData)) for (const { executionIndex } of runs) next = Math.max(next, executionIndex + 1);
  return next;
}

/** A run state as parsed from JSON. */
export interface StoredRunState {
  readonly pending: readonly PendingTask[];
  readonly waiting: readonly {
    node: string;
    inputs: (ItemList | undefined | null)[];
    arrived: boolean[];
    sources: (TaskSource | null)[];
  }[];
  readonly runData: readonly (readonly [string, RunData[string]])[];
  readonly contexts: readonly (readonly [string, JsonObject])[];
  readonly customData: readonly (readonly [string, string])[];
  readonly modelUse?: ModelTotals;
  readonly executionIndex: number;
  readonly lastNode?: string;
  readonly waitTill?: number;
  readonly only?: readonly string[];
  readonly destination?: string;
  readonly pinData?: readonly (readonly [string, readonly Item[]])[];
}

/**
 * Returns the incomplete run of the waiting node, which has no result until it is resumed: the items that it will pass on. Undefined if no node
 * waits, or if a called workflow does. `startTime`: milliseconds since the epoch.
 */
export function waitingRun(
  { pending, executionIndex }: Pick<StoredRunState, 'pending' | 'executionIndex'>,
  startTime: number,
): { readonly node: string; readonly task: TaskData } | undefined {
  const waiting = pending.find(({ resumed }) => resumed === true);
  if (waiting === undefined) return undefined;
  const { node, sources: source, inputs } = waiting;
  const data = { main: inputs.slice(0, 1) };
  return { node, task: { startTime, executionTime: 0, executionIndex, executionStatus: 'waiting', source, data } };
}

/** Converts the state to plain data for the store. */
export function storeRunState(state: RunState): StoredRunState {
  const { only, destination, pinData } = state.bounds;
  return {
    pending: state.pending,
    waiting: state.waiting.map(({ node, inputs, sources }) => ({
      node,
      inputs: inputs.map((input) => input ?? null),
      arrived: Array.from(inputs, (input) => input !== undefined),
      sources,
    })),
    runData: Object.entries(state.runData),
    contexts: [...state.contexts],
    customData: [...state.customData],
    ...(state.modelUse === noModelUse ? undefined : { modelUse: state.modelUse }),
    executionIndex: state.executionIndex,
    lastNode: state.lastNode,
    waitTill: state.waitTill,
    ...(only === undefined ? undefined : { only: [...only] }),
    ...(destination === undefined ? undefined : { destination }),
    ...(pinData === undefined ? undefined : { pinData: Object.entries(pinData) }),
  };
}

/** Tasks completed since the previous step, and the state to resume from. Both are copies that later steps do not change. */
export interface RunStep {
  /** In running order. */
  readonly tasks: readonly (readonly [node: string, task: TaskData])[];
  readonly state: Omit<StoredRunState, 'runData'>;
}

/** Records the steps of a run. */
export interface Steps {
  /** Must be called after each node. The cost does not depend on the length of the run. */
  note(): void;
  /**
   * Returns what was done since the previous call, or since the start; undefined if nothing was. `task`: the running task, which would run again.
   */
  take(task?: PendingTask): RunStep | undefined;
}

export function stepsOf(state: RunState, isDepthFirst: boolean): Steps {
  const counted = new Map<string, number>();
  let { lastNode } = state;
  let tasks: RunStep['tasks'][number][] = [];
  let isStored = false;
  const add = (name: string): void => {
    const runs = state.runData[name] ?? [];
    for (let index = counted.get(name) ?? 0; index < runs.length; index++) tasks.push([name, runs[index] as TaskData]);
    counted.set(name, runs.length);
  };
  for (const name of Object.keys(state.runData)) add(name);
  return {
    note: () => {
      isStored = true;
      lastNode = state.lastNode;
      if (lastNode !== undefined) add(lastNode);
    },
    take: (task) => {
      if (!isStored) return undefined;
      isStored = false;
      const next = tasks;
      tasks = [];
      const copied = copiedState(state);
      const pending = task === undefined ? copied.pending : withNext(copied.pending, task, isDepthFirst);
      return { tasks: next, state: { ...copied, lastNode, pending } };
    },
  };
}

/** Returns the pending tasks with `task` added as the next one to run. */
export const withNext = (pending: readonly PendingTask[], task: PendingTask, isDepthFirst: boolean): readonly PendingTask[] =>
  isDepthFirst ? [...pending, task] : [task, ...pending];

function copiedState(state: RunState): Omit<StoredRunState, 'runData'> {
  const { runData: _apart, ...stored } = storeRunState(state);
  return {
    ...stored,
    pending: [...stored.pending],
    waiting: stored.waiting.map((task) => ({ ...task, sources: [...task.sources] })),
    // Nodes replace values and lists in their contexts, but do not modify list entries, so a shallow copy is enough.
    contexts: stored.contexts.map(([name, context]) => [name, withOwnLists(context)] as const),
  };
}

const withOwnLists = (context: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(context).map(([key, value]) => [key, Array.isArray(value) ? [...(value as unknown[])] : value]));

/** Snapshot of a run's progress; it does not change while the run continues. */
export interface RunProgress {
  readonly resultData: RunResult['resultData'];
  readonly state: StoredRunState;
}

export function progressOf(state: RunState): RunProgress {
  const runData = Object.create(null) as RunData;
  for (const name of Object.keys(state.runData)) runData[name] = [...(state.runData[name] ?? [])];
  const { lastNode } = state;
  return {
    resultData: { runData, ...(lastNode === undefined ? undefined : { lastNodeExecuted: lastNode }) },
    state: { ...copiedState(state), runData: Object.entries(runData) },
  };
}

/** Returns the state of a waiting run in which the waiting node has returned `output`. */
export function resumedWith(stored: StoredRunState, output: readonly ItemList[] | undefined): StoredRunState {
  if (output === undefined) return stored;
  return { ...stored, pending: replaceFirst(stored.pending, ({ resumed }) => resumed === true, (task) => ({ ...task, output })) }; // oxfmt-ignore
}

/** Returns the calls of other workflows that the run waits for. */
export const openCalls = ({ pending }: Pick<StoredRunState, 'pending'>): readonly CompletedCall[] =>
  pending.flatMap(({ calls }) => calls ?? []).filter((call) => call !== null && call.result === undefined) as readonly CompletedCall[];

/** Returns the state with results for pending calls. `results`: by id of the called execution. */
export function withCallResults(stored: StoredRunState, results: ReadonlyMap<string, CallResult>): StoredRunState {
  const filled = (call: CompletedCall | null): CompletedCall | null => {
    const result = call === null ? undefined : (call.result ?? results.get(call.executionId));
    return call === null || result === undefined ? call : { ...call, result };
  };
  return { ...stored, pending: stored.pending.map((task) => (task.calls === undefined ? task : { ...task, calls: task.calls.map(filled) })) }; // oxfmt-ignore
}

/** Returns the state for a new execution, which makes all calls again, asks all questions again, and has not used any model. */
export const asNewExecution = ({ modelUse: _used, ...stored }: StoredRunState): StoredRunState => ({
  ...stored,
  pending: stored.pending.map(({ calls: _made, progress: _done, ...task }) => task),
});

function replaceFirst<T>(list: readonly T[], isIt: (value: T) => boolean, replace: (value: T) => T): readonly T[] {
  const at = list.findIndex(isIt);
  return list.map((value, index) => (index === at ? replace(value) : value));
}

/** Returns the state from which a stored run resumes. If it failed, the failed run of the node is removed, so that the node runs again. */
export function restoreRunState(stored: StoredRunState): RunState {
  const runData = Object.create(null) as RunData;
  for (const [name, runs] of stored.runData) {
    const last = runs.at(-1);
    const isLost = name === stored.lastNode && last?.data === undefined && last?.error !== undefined;
    const remainingRuns = isLost ? runs.slice(0, -1) : [...runs];
    if (remainingRuns.length > 0) runData[name] = remainingRuns;
  }
  return {
    bounds: restoreBounds(stored),
    pending: [...stored.pending],
    waiting: stored.waiting.map(({ node, inputs, arrived, sources }) => ({
      node,
      inputs: inputs.map((input, index) => (arrived[index] === true ? input : undefined)),
      sources,
    })),
    runData,
    contexts: new Map(stored.contexts),
    customData: new Map(stored.customData),
    modelUse: stored.modelUse ?? noModelUse,
    executionIndex: stored.executionIndex,
    lastNode: stored.lastNode,
    error: undefined,
    waitTill: undefined,
  };
}

function restoreBounds({ only, destination, pinData }: StoredRunState): RunBounds {
  const pins = Object.create(null) as { [nodeName: string]: readonly Item[] };
  for (const [name, items] of pinData ?? []) pins[name] = items;
  return {
    ...(only === undefined ? undefined : { only: new Set(only) }),
    ...(destination === undefined ? undefined : { destination }),
    ...(pinData === undefined ? undefined : { pinData: pins }),
  };
}
