// Walks a workflow's graph: nodes above and below a node, distances, the outputs of paths, and loops.
import type { Edge, WorkflowGraph } from './graph.ts';

/** `up`: against the connections, towards the triggers; `down`: along them. */
export type Direction = 'up' | 'down';

/** A connection type such as `main` or `ai_tool`, or several. */
export type EdgeTypes = (string & {}) | 'ALL' | 'ALL_NON_MAIN';

/** A node found on a walk. `outputs`: source outputs through which the walk passed, in order. */
export interface Visit {
  readonly name: string;
  /** Number of edges from the start of the walk; 1 for direct neighbors. */
  readonly depth: number;
  readonly outputs: readonly number[];
}

function accepts(types: EdgeTypes, type: string): boolean {
  return types === 'ALL' || (types === 'ALL_NON_MAIN' ? type !== 'main' : type === types);
}

/** Returns the edges at one end of a node, of the given types, in file order. */
export function edgesAt(graph: WorkflowGraph, name: string, direction: Direction, types: EdgeTypes = 'main'): readonly Edge[] {
  const edges = (direction === 'up' ? graph.incoming : graph.outgoing).get(name) ?? [];
  return types === 'ALL' ? edges : edges.filter((edge) => accepts(types, edge.type));
}

/**
 * Returns all nodes above or below a node, nearest first, without the node itself (even if a loop leads back to it). Includes names that occur
 * only in connections. `maxDepth`: -1 for no limit.
 */
export function walk(graph: WorkflowGraph, from: string, direction: Direction, types: EdgeTypes = 'main', maxDepth = -1): Visit[] {
  const visits = new Map<string, { name: string; depth: number; outputs: number[] }>();
  let level = [from];
  const deepest = maxDepth < 0 ? Number.POSITIVE_INFINITY : maxDepth;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepest) break;
    const next: string[] = [];
    for (const name of level) {
      for (const edge of edgesAt(graph, name, direction, types)) {
        const other = direction === 'up' ? edge.source : edge.target;
        if (other === from) continue;
        const visit = visits.get(other);
        if (visit === undefined) {
          visits.set(other, { name: other, depth, outputs: [edge.sourceOutput] });
          next.push(other);
        } else if (!visit.outputs.includes(edge.sourceOutput)) visit.outputs.push(edge.sourceOutput);
      }
    }
    level = next;
  }
  return [...visits.values()];
}

const names = (visits: readonly Visit[]): string[] => visits.map((visit) => visit.name);

/** Returns the names of all nodes below a node, nearest first. */
export function childrenOf(graph: WorkflowGraph, name: string, types: EdgeTypes = 'main', maxDepth = -1): string[] {
  return names(walk(graph, name, 'down', types, maxDepth));
}

/** Returns the names of all nodes above a node, nearest first. */
export function parentsOf(graph: WorkflowGraph, name: string, types: EdgeTypes = 'main', maxDepth = -1): string[] {
  return names(walk(graph, name, 'up', types, maxDepth));
}

/**
 * Returns the topmost enabled nodes that lead to a node, where its data comes from. That is the node itself if it is enabled and nothing enabled
 * is above it; for a loop without an entry, the first member found. `input`: considers only what feeds that input of the node.
 */
export function highestNodes(graph: WorkflowGraph, name: string, input?: number): string[] {
  if (graph.node(name) === undefined) return [];
  const match: string[] = [];
  const members = loopMembers(graph);
  const feeding = edgesAt(graph, name, 'up').filter((edge) => input === undefined || edge.targetInput === input);
  const own = members(name);
  const first = input === undefined || feeding.some((edge) => own.includes(edge.source)) ? enteringEdges(graph, own) : feeding;
  /** Maps visited nodes to whether the node, its loop or anything above is enabled; false until that is determined. */
  const enabled = new Map(own.map((member) => [member, false]));
  // Depth first with an explicit stack, since workflows may be deep.
  const stack = [{ met: name, group: own, edges: first, next: 0, above: false }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.edges[top.next++];
    if (edge === undefined) {
      stack.pop();
      const highest = top.above ? undefined : [top.met, ...top.group].find((member) => isEnabled(graph, member));
      if (highest !== undefined) match.push(highest);
      const any = top.above || highest !== undefined;
      for (const member of top.group) enabled.set(member, any);
      const below = stack.at(-1);
      if (below !== undefined) below.above ||= any;
    } else if (enabled.has(edge.source)) top.above ||= enabled.get(edge.source) === true;
    else {
      const group = members(edge.source);
      for (const member of group) enabled.set(member, false);
      stack.push({ met: edge.source, group, edges: enteringEdges(graph, group), next: 0, above: false });
    }
  }
  return match;
}

const isEnabled = (graph: WorkflowGraph, name: string): boolean => {
  const node = graph.node(name);
  return node !== undefined && node.disabled !== true;
};

/** Returns all members of the loop that contains a node, or the node alone. */
function loopMembers(graph: WorkflowGraph): (name: string) => readonly string[] {
  const groups = new Map(loops(graph).flatMap((group) => group.map((member) => [member, group] as const)));
  return (name) => groups.get(name) ?? [name];
}

/** Edges that lead into a group from existing nodes outside. */
function enteringEdges(graph: WorkflowGraph, group: readonly string[]): readonly Edge[] {
  const inside = new Set(group);
  return group.flatMap((member) =>
    edgesAt(graph, member, 'up').filter((edge) => !inside.has(edge.source) && graph.node(edge.source) !== undefined),
  );
}

/** Returns every group of nodes that reach each other (a loop), in arbitrary order; a node connected to itself is a group of one. */
export function loops(graph: WorkflowGraph, types: EdgeTypes = 'main'): string[][] {
  const order: string[] = [];
  const seen = new Set<string>();
  for (const start of graph.outgoing.keys()) finishOrder(graph, start, types, seen, order);
  const assigned = new Set<string>();
  const groups: string[][] = [];
  for (let at = order.length - 1; at >= 0; at--) {
    const root = order[at] as string;
    if (assigned.has(root)) continue;
    const group = gather(graph, root, types, assigned);
    if (group.length > 1 || edgesAt(graph, root, 'down', types).some((edge) => edge.target === root)) groups.push(group);
  }
  return groups;
}

/** Appends nodes in depth-first post-order. Uses an explicit stack, since workflows may be deep. */
function finishOrder(graph: WorkflowGraph, start: string, types: EdgeTypes, seen: Set<string>, order: string[]): void {
  if (seen.has(start)) return;
  seen.add(start);
  const stack = [{ name: start, edges: edgesAt(graph, start, 'down', types), next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.edges[top.next++];
    if (edge === undefined) {
      order.push(top.name);
      stack.pop();
    } else if (!seen.has(edge.target)) {
      seen.add(edge.target);
      stack.push({ name: edge.target, edges: edgesAt(graph, edge.target, 'down', types), next: 0 });
    }
  }
}

function gather(graph: WorkflowGraph, root: string, types: EdgeTypes, assigned: Set<string>): string[] {
  const group = [root];
  assigned.add(root);
  for (const name of group) {
    for (const edge of edgesAt(graph, name, 'up', types)) {
      if (assigned.has(edge.source)) continue;
      assigned.add(edge.source);
      group.push(edge.source);
    }
  }
  return group;
}
