// Plans partial runs: which earlier results on the way to a node are still valid, and which nodes run again.
import { AppError } from '../contract/errors.ts';
import type { RunData } from '../contract/run-data.ts';
import { partialScope, reach, runsIn, targetsOf, type PartialScope } from '../workflow/planning/partial-scope.ts';
import type { CompiledWorkflow } from './compiled-workflow.ts';
import { newRunState, type PendingTask, type PinData, type WaitingTask } from './run-state.ts';
import { Schedule } from './schedule.ts';
import { startNodeOf, startTask } from './start.ts';

/** A request for a partial run (POST /workflows/run). */
export interface PartialRunRequest {
  readonly destination: string;
  /** Results of earlier runs of the same workflow. The caller passes a complete set; results are never mixed with those of another execution. */
  readonly runData: RunData;
  /** Nodes whose parameters have changed since: they and all nodes below them run again. */
  readonly dirtyNodes?: readonly string[];
  /** Nodes above a pinned node do not run. */
  readonly pinData?: PinData;
}

export interface PartialRunPlan {
  /** Nodes that may run. */
  readonly only: ReadonlySet<string>;
  /** Results that are reused. */
  readonly runData: RunData;
  readonly pending: readonly PendingTask[];
  /** Nodes with several inputs that receive reused results on some and wait for the others. */
  readonly waiting: readonly WaitingTask[];
  /** Nodes that will run if they receive data, in any order; the editor shows them before the run. */
  readonly willRun: ReadonlySet<string>;
}

/**
 * Plans a partial run: reuses the valid results on the way to the destination, and starts at the nodes directly after them. A result is valid if
 * the node ran without error, is not dirty, received everything that its sources returned, and everything above it is valid. The destination
 * itself always runs. The other nodes receive from reused results what they would receive in a whole run: every run of every source, in order.
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
  readonly #runData: RunData;
  readonly #scope: PartialScope;

  constructor(workflow: CompiledWorkflow, { destination, runData, dirtyNodes = [], pinData = {} }: PartialRunRequest) {
    this.#workflow = workflow;
    this.#runData = runData;
    this.#scope = partialScope(workflow.graph, {
      destination,
      runData,
      dirtyNodes,
      pins: pinData,
      chooseStart: () => startNodeOf(workflow, 'manual', destination),
    });
  }

  plan(): PartialRunPlan {
    const { only, origins, stale } = this.#scope;
    const runData = Object.create(null) as RunData;
    for (const name of only) {
      const runs = runsIn(this.#runData, name);
      if (runs.length > 0 && !stale.has(name)) runData[name] = [...runs];
    }
    const starts = origins.filter((name) => stale.has(name)).map((name) => startTask(name));
    const { pending, waiting } = this.#arrivals(runData, stale);
    const due = [...starts, ...pending];
    const startNodes = [...due, ...waiting].map(({ node }) => node);
    const reached = reach(this.#workflow.graph, startNodes, (name) => targetsOf(this.#workflow.graph, name));
    return {
      only,
      runData,
      pending: this.#workflow.depthFirst ? due.reverse() : due,
      waiting,
      willRun: new Set([...stale].filter((name) => reached.has(name))),
    };
  }

  /** Returns the inputs of the nodes that run again, taken from the reused results as in a whole run. */
  #arrivals(runData: RunData, stale: ReadonlySet<string>): Pick<PartialRunPlan, 'pending' | 'waiting'> {
    const state = newRunState({ pending: [], runData });
    const schedule = new Schedule(this.#workflow, state, () => true, stale);
    const runs = Object.entries(runData).flatMap(([name, list]) => list.map((data, run) => ({ name, data, run })));
    runs.sort((a, b) => a.data.executionIndex - b.data.executionIndex);
    const pending = runs.flatMap(({ name, data, run }) => {
      const node = this.#workflow.node(name);
      return node === undefined ? [] : schedule.hand(node, data.data?.['main'] ?? [], run);
    });
    return { pending, waiting: state.waiting };
  }
}
