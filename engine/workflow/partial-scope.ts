// Which nodes take part in a run up to a node, and of which the earlier results no longer hold: the rules of partial runs, for engine and editor alike.
import type { RunData, TaskData } from '../contract/run-data.ts';
import type { Edge, WorkflowGraph } from './graph.ts';
import { isPinOf } from './pin-data.ts';

/** Pinned data by node name: items, or their json alone. */
export type Pins = Readonly<Record<string, readonly unknown[]>>;

export interface PartialScopeRequest {
  readonly destination: string;
  /** Results of earlier runs, by node name. */
  readonly runData: RunData;
  /** Nodes that were changed since: they and all below them run again. */
  readonly dirtyNodes: Iterable<string>;
  /** Pinned data as it is now, by node name: what lies above these nodes does not take part. */
  readonly pins: Pins;
  /** The node a whole run would start from; asked only where nothing above the destination has run. */
  readonly chooseStart: () => string | undefined;
}

export interface PartialScope {
  /** Nodes that take part. */
  readonly only: ReadonlySet<string>;
  /** Start nodes: participating nodes without participating ancestors. */
  readonly origins: readonly string[];
  /** Nodes of `only` whose results do not hold, with all below them; the destination is always among them. */
  readonly stale: ReadonlySet<string>;
}

/**
 * A result holds when the node ran without error, is not dirty, was made under the pinned data it has now (or without any), took in all that
 * its sources gave, and everything above it holds. The destination must be a node of the graph.
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

/** Existing nodes that `from` and all steps from there lead to, `from` included. */
export function reach(graph: WorkflowGraph, from: Iterable<string>, step: (name: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set([...from].filter((name) => graph.node(name) !== undefined));
  for (const name of reached) for (const next of step(name)) if (graph.node(next) !== undefined) reached.add(next);
  return reached;
}

/** The runs a node had; none for names that objects have of their own. */
export const runsIn = (runData: RunData, name: string): readonly TaskData[] => (Object.hasOwn(runData, name) ? (runData[name] ?? []) : []);

/** The destination itself runs in any case, and a disabled node hands on what it gets. */
function pinnedAbove(graph: WorkflowGraph, { pins, destination }: PartialScopeRequest): ReadonlySet<string> {
  return new Set(Object.keys(pins).filter((name) => name !== destination && graph.nodes.has(name) && graph.node(name)?.disabled !== true));
}

/** Whether a node's results were made under the pinned data that it has now: one whose pin was edited, added or removed has to give anew. */
export function holdsPin(graph: WorkflowGraph, pins: Pins, runs: readonly TaskData[], name: string): boolean {
  const pin = Object.hasOwn(pins, name) && graph.node(name)?.disabled !== true ? pins[name] : undefined;
  return runs.every((run) =>
    pin === undefined ? run.isPinned !== true : run.isPinned === true && isPinOf(pin, run.data?.['main']?.[0] ?? []),
  );
}

/**
 * Of the nodes with nothing above them: those that gave data before and the pinned ones, since a workflow is run by one of its triggers at a
 * time. The one a whole run would choose when none has run.
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
  const others = origins.filter((name) => !allPinned.has(name));
  const ran = others.filter((name) => runsIn(runData, name).length > 0);
  if (ran.length > 0 || (others.length === 0 && pinned.length > 0)) return [...pinned, ...ran];
  const start = chooseStart();
  return [...pinned, start !== undefined && leading.has(start) ? start : (others[0] ?? destination)];
}

const givesAt = (run: TaskData, output: number): boolean => (run.data?.['main']?.[output]?.length ?? 0) > 0;

/** Whether an edge brings anything from what a node gave. The first input never learns of an empty arrival; the others do. */
export const brings = ({ sourceOutput, targetInput }: Edge, runs: readonly TaskData[]): boolean =>
  runs.length > 0 && (targetInput > 0 || runs.some((run) => givesAt(run, sourceOutput)));

/** Earlier results among the nodes that take part. */
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
    this.#dirty = new Set(request.dirtyNodes);
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

  /** Whether a node's runs took in just what its sources gave: connections may have changed, and runs may have been stopped, since. */
  #tookAll(name: string, runs: readonly TaskData[]): boolean {
    const key = (input: number, source: string, output: number, run: number): string => `${input}:${output}:${run}:${source}`;
    const given = new Set<string>();
    const filled: string[] = [];
    for (const { source, sourceOutput, targetInput } of this.#graph.edgesTo(name)) {
      this.#runsOf(source).forEach((run, index) => {
        const arrival = key(targetInput, source, sourceOutput, index);
        given.add(arrival);
        if (givesAt(run, sourceOutput) && this.#only.has(source)) filled.push(arrival);
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
