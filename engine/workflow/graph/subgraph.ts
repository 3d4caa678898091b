// Checks whether a selection of nodes can become a sub-workflow: one entry, one exit, and no outside node in between.
import type { Connections } from '../../contract/workflow.ts';
import { edgesOf } from './graph.ts';

/** The target end of a connection: node, input and type. */
interface AdjacentNode {
  readonly node: string;
  readonly index: number;
  readonly type: string;
}

/** Source node → targets of its connections. */
export type AdjacencyList = ReadonlyMap<string, ReadonlySet<AdjacentNode>>;

type BoundaryEdge = readonly [source: string, target: AdjacentNode];

/** Returns connections of all types and outputs as an adjacency list. */
export function adjacencyList(connections: Connections): AdjacencyList {
  const result = new Map<string, Set<AdjacentNode>>();
  for (const edge of edgesOf(connections)) {
    const targets = result.get(edge.source) ?? new Set();
    result.set(edge.source, targets);
    targets.add({ node: edge.target, index: edge.targetInput, type: edge.type });
  }
  return result;
}

/** Connections that lead into the selection. */
export function inputEdges(selection: ReadonlySet<string>, list: AdjacencyList): BoundaryEdge[] {
  return [...list].flatMap(([source, targets]) =>
    selection.has(source) ? [] : [...targets].filter((target) => selection.has(target.node)).map((target) => [source, target] as const),
  );
}

/** Connections that lead out of the selection. */
export function outputEdges(selection: ReadonlySet<string>, list: AdjacencyList): BoundaryEdge[] {
  return [...list].flatMap(([source, targets]) =>
    selection.has(source) ? [...targets].filter((target) => !selection.has(target.node)).map((target) => [source, target] as const) : [],
  );
}

/** Nodes of the selection without a parent in the selection. */
export function rootNodes(selection: ReadonlySet<string>, list: AdjacencyList): Set<string> {
  const roots = new Set(selection);
  for (const [source, targets] of list) {
    if (!selection.has(source)) continue;
    for (const target of targets) if (target.node !== source) roots.delete(target.node);
  }
  return roots;
}

/** Nodes of the selection without a child in the selection. */
export function leafNodes(selection: ReadonlySet<string>, list: AdjacencyList): Set<string> {
  const leads = (name: string): boolean => [...(list.get(name) ?? [])].some((target) => target.node !== name && selection.has(target.node));
  return new Set([...selection].filter((name) => !leads(name)));
}

/** Whether a path leads from one node to the other; every node reaches itself. */
export function hasPathBetween(from: string, to: string, list: AdjacencyList): boolean {
  const seen = new Set([from]);
  for (const name of seen) {
    if (name === to) return true;
    for (const target of list.get(name) ?? []) seen.add(target.node);
  }
  return false;
}

export type SubgraphProblem =
  | { readonly errorCode: 'Multiple Input Nodes' | 'Multiple Output Nodes'; readonly nodes: ReadonlySet<string> }
  | { readonly errorCode: 'Input Edge To Non-Root Node' | 'Output Edge From Non-Leaf Node'; readonly node: string }
  | { readonly errorCode: 'No Continuous Path From Root To Leaf In Selection'; readonly start: string; readonly end: string };

/** The nodes through which data enters and leaves the selection; absent if it does not. */
export interface SubgraphEnds {
  readonly start?: string;
  readonly end?: string;
}

/**
 * Whether a selection can become a sub-workflow: data enters at a single node, which no other node of the selection feeds (except in a loop),
 * leaves at a single node, and a path connects the two. Returns the ends, or the problem.
 */
export function subgraphEnds(selection: ReadonlySet<string>, list: AdjacencyList): SubgraphEnds | readonly SubgraphProblem[] {
  const problems: SubgraphProblem[] = [];
  const entered = new Set(inputEdges(selection, list).map(([, target]) => target.node));
  const sources = new Set(outputEdges(selection, list).map(([source]) => source));
  const inside = within(selection, list);
  const roots = rootNodes(selection, list);
  const leaves = leafNodes(selection, list);
  for (const node of entered) {
    if (roots.size > 0 && !roots.has(node) && !loopsBack(node, inside)) problems.push({ errorCode: 'Input Edge To Non-Root Node', node });
  }
  for (const node of sources) {
    if (leaves.size > 0 && !leaves.has(node) && !loopsBack(node, inside))
      problems.push({ errorCode: 'Output Edge From Non-Leaf Node', node });
  }
  if (problems.length > 0) return problems;
  if (entered.size > 1) problems.push({ errorCode: 'Multiple Input Nodes', nodes: entered });
  if (sources.size > 1) problems.push({ errorCode: 'Multiple Output Nodes', nodes: sources });
  if (problems.length > 0) return problems;
  const [start] = entered;
  const [end] = sources;
  const from = start ?? (roots.size === 1 ? [...roots][0] : undefined);
  const to = end ?? (leaves.size === 1 ? [...leaves][0] : undefined);
  if (from !== undefined && to !== undefined && !hasPathBetween(from, to, inside)) {
    return [{ errorCode: 'No Continuous Path From Root To Leaf In Selection', start: from, end: to }];
  }
  return { start, end };
}

/** Restricts the adjacency list to the selection. */
function within(selection: ReadonlySet<string>, list: AdjacencyList): AdjacencyList {
  return new Map(
    [...list]
      .filter(([source]) => selection.has(source))
      .map(([source, targets]) => [source, new Set([...targets].filter((target) => selection.has(target.node)))]),
  );
}

function loopsBack(node: string, inside: AdjacencyList): boolean {
  return [...(inside.get(node) ?? [])].some((target) => hasPathBetween(target.node, node, inside));
}
