// Partial runs: which earlier results still hold on the way to a node, and what runs again.
import { AppError } from '../contract/errors.ts';
import type { RunData, TaskData } from '../contract/run-data.ts';
import type { Edge } from '../workflow/graph.ts';
import type { CompiledWorkflow } from './compiled-workflow.ts';
import { newRunState, type PendingTask, type PinData, type WaitingTask } from './run-state.ts';
import { Schedule } from './schedule.ts';
import { startNodeOf, startTask } from './start.ts';

/** What a partial run is asked for (spec 3 §7, POST /workflows/run). */
export interface PartialRunRequest {
  readonly destination: string;
  /** Results of earlier runs of this very execution's workflow. Data of another execution is never mixed in: the caller hands in one whole set. */
  readonly runData: RunData;
  /** Nodes whose parameters changed since: they and all below them run again. */
  readonly dirtyNodes?: readonly string[];
  /** A pinned node needs nothing from above: what lies there does not run. */
  readonly pinData?: PinData;
}

export interface PartialRunPlan {
  /** Nodes that take part. */
  readonly only: ReadonlySet<string>;
  /** Results that are kept. */
  readonly runData: RunData;
  readonly pending: readonly PendingTask[];
  /** Nodes with several inputs that have kept results on some, and wait for the others. */
  readonly waiting: readonly WaitingTask[];
  /** Nodes that will run if data comes their way, in no order: what the editor can tell before the run. */
  readonly willRun: ReadonlySet<string>;
}

/**
 * Plans a partial run: keeps the results that still hold on the way to the destination and starts at the nodes just behind them. A result
 * holds when the node ran without error, is not dirty, took in all that its sources gave, and everything above it holds. The destination
 * itself always runs. What stale nodes get from kept results is what they would get in a whole run: every run of every source, in order.
 */
export function planPartialRun(workflow: CompiledWorkflow, request: PartialRunRequest): PartialRunPlan {
  if (workflow.node(request.destination) === undefined) {
    throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${request.destination}".`, {
      params: { node: request.destination },
    });
  }
  return new Planner(workflow, request).plan();
}

class Planner {
  readonly #workflow: CompiledWorkflow;
  readonly #destination: string;
  readonly #runData: RunData;
  readonly #dirty: ReadonlySet<string>;
  readonly #pinned: ReadonlySet<string>;
  /** Nodes that take part. */
  readonly #only: ReadonlySet<string>;
  /** Where data comes from: nodes that take part and have nothing above them that does. */
  readonly #origins: readonly string[];

  constructor(workflow: CompiledWorkflow, { destination, runData, dirtyNodes = [], pinData = {} }: PartialRunRequest) {
    this.#workflow = workflow;
    this.#destination = destination;
    this.#runData = runData;
    this.#dirty = new Set(dirtyNodes);
    const mayBePinned = (name: string): boolean =>
      name !== destination && workflow.nodes.has(name) && workflow.node(name)?.node.disabled !== true;
    this.#pinned = new Set(Object.keys(pinData).filter(mayBePinned));
    const leading = this.#reach([destination], (name) => (this.#pinned.has(name) ? [] : this.#sources(name)));
    this.#origins = this.#chosenOrigins(leading);
    const below = this.#reach(this.#origins, (name) => this.#targets(name));
    this.#only = new Set([...leading].filter((name) => below.has(name)));
  }

  plan(): PartialRunPlan {
    const stale = this.#staleNodes();
    const kept = Object.create(null) as RunData;
    for (const name of this.#only) {
      const runs = this.#runsOf(name);
      if (runs.length > 0 && !stale.has(name)) kept[name] = [...runs];
    }
    const starts = this.#origins.filter((name) => stale.has(name)).map((name) => startTask(name));
    const { pending, waiting } = this.#arrivals(kept, stale);
    const due = [...starts, ...pending];
    const begins = [...due, ...waiting].map(({ node }) => node);
    const reached = this.#reach(begins, (name) => this.#targets(name));
    return {
      only: this.#only,
      runData: kept,
      pending: this.#workflow.depthFirst ? due.reverse() : due,
      waiting,
      willRun: new Set([...stale].filter((name) => reached.has(name))),
    };
  }

  /**
   * Of the nodes with nothing above them: those that gave data before and the pinned ones, since a workflow is run by one of its triggers at a
   * time. The one a whole run would choose when none has run.
   */
  #chosenOrigins(leading: ReadonlySet<string>): readonly string[] {
    const isOrigin = (name: string): boolean => this.#pinned.has(name) || !this.#sources(name).some((source) => leading.has(source));
    const origins = [...leading].filter(isOrigin);
    const pinned = origins.filter((name) => this.#pinned.has(name));
    const others = origins.filter((name) => !this.#pinned.has(name));
    const ran = others.filter((name) => this.#runsOf(name).length > 0);
    if (ran.length > 0 || (others.length === 0 && pinned.length > 0)) return [...pinned, ...ran];
    const start = startNodeOf(this.#workflow, 'manual', this.#destination);
    return [...pinned, leading.has(start) ? start : (others[0] ?? this.#destination)];
  }

  /** Nodes that take part and whose results do not hold, with all below them. */
  #staleNodes(): Set<string> {
    const unreached = this.#unreachedNodes();
    const faulty = [...this.#only].filter(
      (name) => name === this.#destination || this.#dirty.has(name) || (!unreached.has(name) && !this.#holds(name)),
    );
    const below = this.#reach(faulty, (name) => this.#targets(name));
    return new Set([...this.#only].filter((name) => below.has(name)));
  }

  #holds(name: string): boolean {
    const runs = this.#runsOf(name);
    const isWhole = runs.length > 0 && runs.every((run) => run.error === undefined && run.data !== undefined);
    return isWhole && (this.#origins.includes(name) || this.#tookAll(name, runs));
  }

  /** Whether a node's runs took in just what its sources gave: connections may have changed, and runs may have been stopped, since. */
  #tookAll(name: string, runs: readonly TaskData[]): boolean {
    const edges = this.#workflow.graph.edgesTo(name);
    const key = (input: number, source: string, output: number, run: number): string => `${input}:${output}:${run}:${source}`;
    const given = new Set<string>();
    const filled: string[] = [];
    for (const { source, sourceOutput, targetInput } of edges) {
      this.#runsOf(source).forEach((run, index) => {
        const arrival = key(targetInput, source, sourceOutput, index);
        given.add(arrival);
        if ((run.data?.['main']?.[sourceOutput]?.length ?? 0) > 0 && this.#only.has(source)) filled.push(arrival);
      });
    }
    const taken = new Set<string>();
    for (const run of runs) {
      run.source.forEach((source, input) => {
        if (source !== null) taken.add(key(input, source.previousNode, source.previousNodeOutput ?? 0, source.previousNodeRun ?? 0));
      });
    }
    return [...taken].every((arrival) => given.has(arrival)) && filled.every((arrival) => taken.has(arrival));
  }

  /** Nodes that did not run because nothing came their way, and to which nothing will come from what holds. */
  #unreachedNodes(): ReadonlySet<string> {
    const unreached = new Set([...this.#only].filter((name) => this.#runsOf(name).length === 0 && !this.#origins.includes(name)));
    const mayGive = ({ source, sourceOutput }: Edge): boolean => {
      if (!this.#only.has(source) || unreached.has(source)) return false;
      const runs = this.#runsOf(source);
      return runs.length === 0 || runs.some((run) => (run.data?.['main']?.[sourceOutput]?.length ?? 0) > 0);
    };
    for (let before = -1; before !== unreached.size;) {
      before = unreached.size;
      for (const name of unreached) if (this.#workflow.graph.edgesTo(name).some(mayGive)) unreached.delete(name);
    }
    return unreached;
  }

  /** What the stale nodes get from the kept results, handed out as in a whole run. */
  #arrivals(kept: RunData, stale: ReadonlySet<string>): Pick<PartialRunPlan, 'pending' | 'waiting'> {
    const state = newRunState({ pending: [], runData: kept });
    const schedule = new Schedule(this.#workflow, state, () => true, stale);
    const runs = Object.entries(kept).flatMap(([name, list]) => list.map((data, run) => ({ name, data, run })));
    runs.sort((a, b) => a.data.executionIndex - b.data.executionIndex);
    const pending = runs.flatMap(({ name, data, run }) => {
      const node = this.#workflow.node(name);
      return node === undefined ? [] : schedule.hand(node, data.data?.['main'] ?? [], run);
    });
    return { pending, waiting: state.waiting };
  }

  #runsOf(name: string): readonly TaskData[] {
    return Object.hasOwn(this.#runData, name) ? (this.#runData[name] ?? []) : [];
  }

  #sources(name: string): readonly string[] {
    return this.#workflow.graph.edgesTo(name).map(({ source }) => source);
  }

  #targets(name: string): readonly string[] {
    return this.#workflow.graph.edgesFrom(name).map(({ target }) => target);
  }

  /** Existing nodes that `from` and all steps from there lead to, `from` included. */
  #reach(from: readonly string[], step: (name: string) => readonly string[]): ReadonlySet<string> {
    const reached = new Set(from.filter((name) => this.#workflow.node(name) !== undefined));
    for (const name of reached) for (const next of step(name)) if (this.#workflow.node(next) !== undefined) reached.add(next);
    return reached;
  }
}
