// The items of nodes, from run data and pinned data. Panes and previews read items through these functions.
import type { Item, RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { Edge, WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { pinnedItems } from '../../../../engine/workflow/planning/pin-data.ts';
import { edgesAt, walk } from '../../../../engine/workflow/graph/walk.ts';

/** Index that refers to the newest run. */
export const LATEST = -1;

/** Run data with its workflow. */
interface RunSource {
  readonly workflow: Pick<WorkflowFile, 'pinData'>;
  readonly runData: RunData;
}

/** A node whose data can reach another node. */
export interface ParentNode {
  readonly name: string;
  /** Number of edges between the two nodes. */
  readonly distance: number;
  /** Inputs that it is directly connected to, in ascending order. */
  readonly inputs: readonly number[];
  /** Outputs that lead to the node, in ascending order. */
  readonly outputs: readonly number[];
}

/** Returns the ancestors of a node, nearest first, without names that only occur in connections. */
export function parentNodes(graph: WorkflowGraph, name: string): readonly ParentNode[] {
  const direct = edgesAt(graph, name, 'up');
  return walk(graph, name, 'up').flatMap((visit) => {
    if (graph.node(visit.name) === undefined) return [];
    const inputs = direct.filter(({ source }) => source === visit.name).map(({ targetInput }) => targetInput);
    return [{ name: visit.name, distance: visit.depth, inputs: sorted(inputs), outputs: sorted(visit.outputs) }];
  });
}

const sorted = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].toSorted((a, b) => a - b);

export function runsOf(runData: RunData, name: string): readonly TaskData[] {
  return Object.hasOwn(runData, name) ? (runData[name] ?? []) : [];
}

/** Returns the index of an existing run: the newest for LATEST and for indices out of range; -1 if there is no run. */
export function runIndexOf(runs: readonly unknown[], index: number): number {
  return index === LATEST || index >= runs.length ? runs.length - 1 : index;
}

/** The lists of pinned items by pinned data, which is never modified: the same ones until a pin changes. */
const knownPins = new WeakMap<object, Map<string, readonly [readonly Item[]] | undefined>>();

function pinnedLists({ pinData }: RunSource['workflow'], name: string): readonly [readonly Item[]] | undefined {
  if (pinData === undefined || pinData === null) return undefined;
  const cached = knownPins.get(pinData) ?? new Map<string, readonly [readonly Item[]] | undefined>();
  knownPins.set(pinData, cached);
  if (!cached.has(name)) {
    const items = pinnedItems({ pinData }, name);
    cached.set(name, items === undefined ? undefined : [items]);
  }
  return cached.get(name);
}

/** Returns the items of each output of one run. Pinned data takes precedence. Undefined if the node did not run. */
export function outputLists({ workflow, runData }: RunSource, name: string, run = LATEST): readonly (readonly Item[] | null)[] | undefined {
  const pinned = pinnedLists(workflow, name);
  if (pinned !== undefined) return pinned;
  const runs = runsOf(runData, name);
  const data = runs[runIndexOf(runs, run)]?.data;
  if (data === undefined) return undefined;
  return data['main'] ?? Object.values(data)[0] ?? [];
}

/** Returns the items of one output; undefined if the node did not run. */
export function outputItems(source: RunSource, name: string, run = LATEST, output = 0): readonly Item[] | undefined {
  const lists = outputLists(source, name, run);
  return lists === undefined ? undefined : (lists[output] ?? []);
}

/** Returns the first output with items, or 0. */
export function firstFullOutput(lists: readonly (readonly Item[] | null)[] | undefined): number {
  const index = lists?.findIndex((list) => list !== null && list.length > 0) ?? -1;
  return Math.max(0, index);
}

/** Returns the edges into each input of a node, in file order. */
export function feedingEdges(graph: WorkflowGraph, name: string): readonly (readonly Edge[])[] {
  const inputs: Edge[][] = [];
  for (const edge of edgesAt(graph, name, 'up')) (inputs[edge.targetInput] ??= []).push(edge);
  return Array.from(inputs, (edges) => edges ?? []);
}

interface OneRun {
  readonly name: string;
  /** Index of the run. */
  readonly run: number;
}

/**
 * Returns the attached node that failed last while a run of another node used it, directly or through other attached nodes; undefined if none
 * failed. `user`: the run that used it.
 */
export function failedAttached(graph: WorkflowGraph, runData: RunData, user: OneRun): string | undefined {
  const seen = new Set([user.name]);
  let failedName: string | undefined;
  for (let at = lastFailed(graph, runData, user); at !== undefined && !seen.has(at.name); at = lastFailed(graph, runData, at)) {
    seen.add(at.name);
    failedName = at.name;
  }
  return failedName;
}

/** Returns the last failed run of a directly attached node. */
function lastFailed(graph: WorkflowGraph, runData: RunData, { name, run }: OneRun): OneRun | undefined {
  const attached = new Set(edgesAt(graph, name, 'up', 'ALL_NON_MAIN').map(({ source }) => source));
  const failed = [...attached].flatMap((each) =>
    runsOf(runData, each).flatMap(({ error, source, executionIndex }, index) => {
      const [from] = source;
      const isIts = from?.previousNode === name && (from.previousNodeRun ?? 0) === run;
      return error !== undefined && isIts ? [{ name: each, run: index, order: executionIndex }] : [];
    }),
  );
  return failed.sort((one, other) => other.order - one.order)[0];
}
