// Uses of nodes that are attached to a root node, as runs of their own in the execution's run data.
import type { ModelUse } from '../contract/model-use.ts';
import type { ItemList, TaskData } from '../contract/run-data.ts';
import type { ExecuteContext, UseResult, WaitingCall } from '../sdk/index.ts';
import { toErrorData } from './error-data.ts';
import type { RunListener } from './ports.ts';
import type { CompletedCall, CompletedCalls, RunState } from './run-state.ts';

interface OpenRun {
  readonly type: string;
  readonly inputs: readonly ItemList[];
  readonly startTime: number;
  readonly executionIndex: number;
  /** Name of the root node. */
  readonly root: string;
  readonly rootRun: number;
  /** The call of a tool, if it can wait. */
  readonly waits: WaitingCall | undefined;
  /** Executions that the node has started. */
  readonly calls: CompletedCall[];
  /** Absent until the use ends. */
  data?: TaskData;
}

/** The place of a recorded use. */
interface UseRecord {
  readonly node: string;
  readonly runIndex: number;
}

/** Records uses of attached nodes as runs, in the order in which they began. */
export class SubRuns {
  readonly #state: RunState;
  readonly #now: () => number;
  readonly #notify: RunListener;
  readonly #executionId: string;
  /** Runs that have started and are not in the run data yet, by node name. */
  readonly #open = new Map<string, OpenRun[]>();
  /** Uses by the name of the root node, until its own run is recorded. */
  readonly #uses = new Map<string, UseRecord[]>();

  constructor(state: RunState, executionId: string, now: () => number, notify: RunListener) {
    this.#state = state;
    this.#executionId = executionId;
    this.#now = now;
    this.#notify = notify;
  }

  /** Returns the index of a node's next run. */
  next(name: string): number {
    return this.#recorded(name) + (this.#open.get(name)?.length ?? 0);
  }

  begin(name: string, type: string, inputs: readonly ItemList[], root: ExecuteContext, waits?: WaitingCall): number {
    const runIndex = this.next(name);
    const startTime = this.#now();
    const run: OpenRun = {
      type,
      inputs,
      startTime,
      executionIndex: this.#state.executionIndex++,
      root: root.node.name,
      rootRun: root.runIndex,
      waits,
      calls: [],
    };
    this.#open.set(name, [...(this.#open.get(name) ?? []), run]);
    this.#uses.set(run.root, [...(this.#uses.get(run.root) ?? []), { node: name, runIndex }]);
    this.#notify({ type: 'nodeExecuteBefore', executionId: this.#executionId, nodeName: name, startTime, source: [sourceOf(run)] });
    return runIndex;
  }

  /** Adds an execution that was started in the open run of an attached node. Other runs have their calls in the schedule. */
  link({ node, runIndex }: UseRecord, call: CompletedCall): void {
    this.#openRun(node, runIndex)?.calls.push(call);
  }

  /** Returns the call of a tool that is the open run of an attached node. */
  callOf(name: string, runIndex: number): WaitingCall | undefined {
    return this.#openRun(name, runIndex)?.waits;
  }

  end(name: string, runIndex: number, result: UseResult): void {
    const run = this.#openRun(name, runIndex);
    if (run === undefined || run.data !== undefined) return;
    const error = 'error' in result ? toErrorData(result.error, name, this.#now()) : undefined;
    run.data = {
      ...this.#startData(name, run, result.modelUse),
      executionStatus: error === undefined ? 'success' : 'error',
      ...('outputs' in result ? { data: { [run.type]: result.outputs } } : {}),
      ...(error === undefined ? {} : { error }),
    };
    this.#flush(name);
  }

  /** Returns the uses by a root node whose run ends, and ends the open ones. `waitedRun`: index of its run, if that had waited in between. */
  take(root: string, waitedRun?: number): readonly UseRecord[] {
    const earlier = waitedRun === undefined ? [] : this.#recordedUses(root, waitedRun);
    const uses = [...earlier, ...(this.#uses.get(root) ?? [])];
    this.#uses.delete(root);
    for (const name of new Set(uses.map(({ node }) => node))) {
      for (const run of this.#open.get(name) ?? []) run.data ??= { ...this.#startData(name, run), executionStatus: 'canceled' };
      this.#flush(name);
    }
    return uses;
  }

  #startData(name: string, run: OpenRun, modelUse?: readonly ModelUse[]): Omit<TaskData, 'executionStatus'> {
    const { type, inputs, startTime, executionIndex, calls } = run;
    const uses = this.#uses.get(name) ?? [];
    this.#uses.delete(name);
    return {
      startTime,
      executionTime: Math.max(0, this.#now() - startTime),
      executionIndex,
      source: [sourceOf(run)],
      inputOverride: { [type]: inputs },
      ...metadataOf({ calls, uses, modelUse }),
    };
  }

  /** Moves ended runs to the run data, as far as the ones before them have ended. */
  #flush(name: string): void {
    const { runData } = this.#state;
    const open = this.#open.get(name) ?? [];
    for (let data = open[0]?.data; data !== undefined; data = open[0]?.data) {
      open.shift();
      (runData[name] ??= []).push(data);
      this.#notify({ type: 'nodeExecuteAfter', executionId: this.#executionId, nodeName: name, data });
    }
  }

  /** Returns the uses that were recorded before the execution waited and that are not known any more. */
  #recordedUses(root: string, rootRun: number): readonly UseRecord[] {
    const known = this.#uses.get(root) ?? [];
    return Object.entries(this.#state.runData)
      .flatMap(([node, runs]) =>
        runs.map(({ source: [source], inputOverride, executionIndex }, runIndex) => ({
          node,
          runIndex,
          source,
          inputOverride,
          executionIndex,
        })),
      ) // oxfmt-ignore
      .filter(
        ({ source, inputOverride }) =>
          inputOverride !== undefined && source?.previousNode === root && (source.previousNodeRun ?? 0) === rootRun,
      ) // oxfmt-ignore
      .filter(({ node, runIndex }) => !known.some((use) => use.node === node && use.runIndex === runIndex))
      .toSorted((a, b) => a.executionIndex - b.executionIndex)
      .map(({ node, runIndex }) => ({ node, runIndex }));
  }

  #openRun(name: string, runIndex: number): OpenRun | undefined {
    return this.#open.get(name)?.[runIndex - this.#recorded(name)];
  }

  #recorded(name: string): number {
    return Object.hasOwn(this.#state.runData, name) ? (this.#state.runData[name]?.length ?? 0) : 0;
  }
}

const sourceOf = ({ root, rootRun }: Pick<OpenRun, 'root' | 'rootRun'>): { previousNode: string; previousNodeRun: number } => ({
  previousNode: root,
  previousNodeRun: rootRun,
});

/** What a run of a node did besides its output. */
interface Doings {
  readonly calls?: CompletedCalls | undefined;
  /** Runs of attached nodes that it used. */
  readonly uses: readonly object[];
  readonly modelUse?: readonly ModelUse[] | undefined;
}

/** Returns metadata about the executions called by a node (the last one, and their number if there are several), the attached nodes that it used, and its calls of models. */
export function metadataOf({ calls = [], uses, modelUse = [] }: Doings): Pick<TaskData, 'metadata'> | undefined {
  const last = calls.findLast((call) => call !== null);
  const metadata: Record<string, unknown> = {};
  if (last !== undefined && last !== null) metadata['subExecution'] = { executionId: last.executionId, workflowId: last.workflowId };
  if (last !== undefined && calls.length > 1) metadata['subExecutionsCount'] = calls.length;
  if (uses.length > 0) metadata['subRun'] = uses;
  if (modelUse.length > 0) metadata['modelUse'] = modelUse;
  return Object.keys(metadata).length === 0 ? undefined : { metadata };
}
