// The rules of partial runs for engine and editor: which nodes belong to a run up to a node, and which earlier results are no longer valid.
import type { RunData, TaskData } from '../../contract/run-data.ts';
import type { Edge, WorkflowGraph } from '../graph/graph.ts';
import { isPinOf } from './pin-data.ts';

/** Pinned data by node name: items, or only their json. */
export type Pins = Readonly<Record<string, readonly unknown[]>>;

export interface PartialScopeRequest {
  readonly destination: string;
  /** Results of earlier runs, by node name. */
  readonly runData: RunData;
  /** Nodes that have changed since: they and all nodes below them run again. */
  readonly dirtyNodes: Iterable<string>;
  /** Current pinned data by node name. Nodes above a pinned node do not run. */
  readonly pins: Pins;
  /** Returns the node that a whole run would start from; called only if nothing above the destination has run. */
  readonly chooseStart: () => string | undefined;
}

export interface PartialScope {
  /** Nodes that may run. */
  readonly only: ReadonlySet<string>;
  /** Start nodes: those of `only` without an ancestor in `only`. */
  readonly origins: readonly string[];
  /** Nodes of `only` whose results are not valid, and all nodes below them; always includes the destination. */
  readonly stale: ReadonlySet<string>;
}

/**
 * Determines the scope of a partial run. A result is valid if the node ran without error, is not dirty, ran with its current pinned data (or
 * without any), received everything that its sources returned, and everything above it is valid. The destination must be a node of the graph.
 */
export function partialScope(graph: WorkflowGraph, request: PartialScopeRequest): PartialScope {
  const pinned = pinnedAbove(graph, request);
  const leading = reach(graph, [request.destination], (name) => (pinned.has(name) ? [] : sourcesOf(graph, name)));
  const origins = chosenOrigins(graph, leading, pinned, request);
  const below = reach(graph, origins, (name) => targetsOf(graph, name));
  const only = new Set([...leading].filter((name) => below.has(name)));
  return { only, origins, stale: new Results(graph, request, only, origins).stale() };
}

export const sourcesOf = (graph: WorkflowGraph, name: string): readonly string[] => graph.edgesTo(name).map(({ source }) => source);
export const targetsOf = (graph: WorkflowGraph, name: string): readonly string[] => graph.edgesFrom(name).map(({ target }) => target);

/** Returns all existing nodes that can be reached from `from` by `step`, including `from`. */
export function reach(graph: WorkflowGraph, from: Iterable<string>, step: (name: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set([...from].filter((name) => graph.node(name) !== undefined));
  for (const name of reached) for (const next of step(name)) if (graph.node(next) !== undefined) reached.add(next);
  return reached;
}

/** Returns the earlier runs of a node; names of inherited properties have none. */
export const runsIn = (runData: RunData, name: string): readonly TaskData[] => (Object.hasOwn(runData, name) ? (runData[name] ?? []) : []);

/** The destination itself always runs, and a disabled node passes its input on. */
function pinnedAbove(graph: WorkflowGraph, { pins, destination }: PartialScopeRequest): ReadonlySet<string> {
  return new Set(Object.keys(pins).filter((name) => name !== destination && graph.nodes.has(name) && graph.node(name)?.disabled !== true));
}

/** Whether a node's results were made with its current pinned data: if the pin was edited, added or removed, the node runs again. */
export function holdsPin(graph: WorkflowGraph, pins: Pins, runs: readonly TaskData[], name: string): boolean {
  const pin = Object.hasOwn(pins, name) && graph.node(name)?.disabled !== true ? pins[name] : undefined;
  return runs.every((run) =>
    pin === undefined ? run.isPinned !== true : run.isPinned === true && isPinOf(pin, run.data?.['main']?.[0] ?? []),
  );
}

/**
 * Returns the root nodes that returned data before, and pinned ones, since a workflow is run by one trigger at a time. If none has run, returns
 * the start node of a whole run.
 */
function chosenOrigins(
  graph: WorkflowGraph,
  leading: ReadonlySet<string>,
  allPinned: ReadonlySet<string>,
  { runData, chooseStart, destination }: PartialScopeRequest,
): readonly string[] {
  const isOrigin = (name: string): boolean => allPinned.has(name) || !sourcesOf(graph, name).some((source) => leading.has(source));
  const origins = [...leading].filter(isOrigin);
  const pinned = origins.filter((name) => allPinned.has(name));
  const unpinned = origins.filter((name) => !allPinned.has(name));
  const ran = unpinned.filter((name) => runsIn(runData, name).length > 0);
  if (ran.length > 0 || (unpinned.length === 0 && pinned.length > 0)) return [...pinned, ...ran];
  const start = chooseStart();
  return [...pinned, start !== undefined && leading.has(start) ? start : (unpinned[0] ?? destination)];
}

const givesAt = (run: TaskData, output: number): boolean => (run.data?.['main']?.[output]?.length ?? 0) > 0;

/** Whether an edge delivers anything of a node's output. The first input never receives an empty delivery; the other inputs do. */
export const brings = ({ sourceOutput, targetInput }: Edge, runs: readonly TaskData[]): boolean =>
  runs.length > 0 && (targetInput > 0 || runs.some((run) => givesAt(run, sourceOutput)));

/** Earlier results of the nodes that may run. */
class Results {
  readonly #graph: WorkflowGraph;
  readonly #destination: string;
  readonly #runData: RunData;
  readonly #dirty: ReadonlySet<string>;
  readonly #pins: Pins;
  readonly #only: ReadonlySet<string>;
  readonly #origins: readonly string[];

  constructor(graph: WorkflowGraph, request: PartialScopeRequest, only: ReadonlySet<string>, origins: readonly string[]) {
    this.#graph = graph;
    this.#destination = request.destination;
    this.#runData = request.runData;
    // A node that is attached to another one changes the other one's results.
    this.#dirty = reach(graph, request.dirtyNodes, (name) =>
      (graph.outgoing.get(name) ?? []).filter(({ type }) => type !== 'main').map(({ target }) => target),
    );
    this.#pins = request.pins;
    this.#only = only;
    this.#origins = origins;
  }

  stale(): ReadonlySet<string> {
    const unreached = this.#unreached();
    const faulty = [...this.#only].filter(
      (name) => name === this.#destination || this.#dirty.has(name) || (!unreached.has(name) && !this.#holds(name)),
    );
    const below = reach(this.#graph, faulty, (name) => targetsOf(this.#graph, name));
    return new Set([...this.#only].filter((name) => below.has(name)));
  }

  #runsOf(name: string): readonly TaskData[] {
    return runsIn(this.#runData, name);
  }

  #holds(name: string): boolean {
    const runs = this.#runsOf(name);
    const isWhole = runs.length > 0 && runs.every((run) => run.error === undefined && run.data !== undefined);
    return isWhole && holdsPin(this.#graph, this.#pins, runs, name) && (this.#origins.includes(name) || this.#tookAll(name, runs));
  }

  /** Whether a node's runs received exactly what its sources returned. Connections may have changed, and runs may have been stopped, in between. */
  #tookAll(name: string, runs: readonly TaskData[]): boolean {
    const key = (input: number, source: string, output: number, run: number): string => `${input}:${output}:${run}:${source}`;
    const reached = new Set<string>();
    const filled: string[] = [];
    for (const { source, sourceOutput, targetInput } of this.#graph.edgesTo(name)) {
      this.#runsOf(source).forEach((run, index) => {
        const arrival = key(targetInput, source, sourceOutput, index);
        reached.add(arrival);
        if (givesAt(run, sourceOutput) && this.#only.has(source)) filled.push(arrival);
      });
    }
    const visited = new Set<string>();
    for (const run of runs) {
      run.source.forEach((source, input) => {
        if (source !== null) visited.add(key(input, source.previousNode, source.previousNodeOutput ?? 0, source.previousNodeRun ?? 0));
      });
    }
    return [...visited].every((arrival) => reached.has(arrival)) && filled.every((arrival) => visited.has(arrival));
  }

  /** Returns the nodes that did not run because they received nothing, and will receive nothing from valid results. */
  #unreached(): ReadonlySet<string> {
    const unreached = new Set([...this.#only].filter((name) => this.#runsOf(name).length === 0 && !this.#origins.includes(name)));
    const mayGive = ({ source, sourceOutput }: Edge): boolean => {
      if (!this.#only.has(source) || unreached.has(source)) return false;
      const runs = this.#runsOf(source);
      return runs.length === 0 || runs.some((run) => givesAt(run, sourceOutput));
    };
    for (let before = -1; before !== unreached.size;) {
      before = unreached.size;
      for (const name of unreached) if (this.#graph.edgesTo(name).some(mayGive)) unreached.delete(name);
    }
    return unreached;
  }
}
