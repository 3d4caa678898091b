// Two versions of a workflow as one workflow that can be drawn: everything of the newer one, and what only the older one has.
import type { Connections, WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { edgesOf, type Edge } from '../../../../engine/workflow/graph/graph.ts';
import { compareWorkflows, type NodeChange, type WireChange, type WorkflowDiff } from '../../../../engine/workflow/file/diff.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { uniqueName } from '../../../../engine/workflow/references/node-names.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { boxAround, freePlace, snap, type Box } from '../actions/free-place.ts';
import { edgeKey } from '../document/edge-ids.ts';
import { nodeSizes, type NodeSize } from '../view/node-size.ts';

export interface ComparedWorkflows {
  readonly diff: WorkflowDiff;
  /** The merged workflow, whose nodes all have ids. */
  readonly merged: WorkflowFile;
  readonly nodes: ReadonlyMap<string, NodeChange>;
  /** Connections that differ, by their id on the canvas. */
  readonly wires: ReadonlyMap<string, WireChange>;
  /** Ids of nodes on the canvas. */
  readonly idOf: ReadonlyMap<NodeChange, string>;
}

/** Removed nodes keep their place, unless another node is there. */
export function mergeWorkflows(before: WorkflowFile, after: WorkflowFile, types: NodeTypeLookup): ComparedWorkflows {
  const diff = compareWorkflows(before, after);
  const names = new Set(after.nodes.map(({ name }) => name));
  /** Name in the older version → name in the merged workflow. */
  const merged = new Map<string, string>();
  const idOf = new Map<NodeChange, string>();
  const ids = new Set<string>();
  const nodes: WorkflowNode[] = [];
  const removedNodes: WorkflowNode[] = [];
  for (const change of diff.nodes) {
    const node = change.after ?? change.before;
    if (node === undefined) continue;
    const isRemoved = change.after === undefined;
    const name = isRemoved ? uniqueName(node.name, names) : node.name;
    names.add(name);
    if (change.before !== undefined) merged.set(change.before.name, name);
    const id = uniqueId(node, ids);
    idOf.set(change, id);
    (isRemoved ? removedNodes : nodes).push({ ...node, id, name });
  }
  const file: WorkflowFile = { ...after, nodes: [...nodes, ...placed(removedNodes, { ...after, nodes }, types)] };
  const byName = new Map(file.nodes.map(({ name, id }) => [name, id ?? '']));
  const wires = new Map<string, WireChange>();
  const removed: Edge[] = [];
  for (const change of diff.wires) {
    const edge = change.kind === 'added' ? change.edge : renamed(change.edge, merged);
    if (change.kind === 'removed') removed.push(edge);
    wires.set(edgeKey(byName.get(edge.source) ?? '', byName.get(edge.target) ?? '', edge), change);
  }
  return {
    diff,
    merged: { ...file, connections: withEdges(after.connections, removed) },
    nodes: new Map([...idOf].map(([change, id]) => [id, change])),
    wires,
    idOf,
  };
}

function uniqueId({ id, name }: WorkflowNode, ids: Set<string>): string {
  let unique = id ?? `name:${name}`;
  while (ids.has(unique)) unique += '+';
  ids.add(unique);
  return unique;
}

/** Space to other nodes, in pixels. */
const BESIDE = 60;
/** Maximum number of removed nodes that get a free place each. Searching one takes long among many nodes. */
const SEARCHED = 10;

/** Moves removed nodes that would cover others: each to a free place nearby, or if they are many, all of them below everything. */
function placed(removed: readonly WorkflowNode[], file: WorkflowFile, types: NodeTypeLookup): readonly WorkflowNode[] {
  const sizes = new Map<WorkflowNode, NodeSize>();
  const compute = nodeSizes(file, types);
  const sizeOf = (node: WorkflowNode): NodeSize => {
    const size = sizes.get(node) ?? compute(node);
    sizes.set(node, size);
    return size;
  };
  const boxes = file.nodes.filter(({ type }) => type !== stickyNoteType).map((node) => boxAround([node], sizeOf));
  const isCovered = (node: WorkflowNode): boolean => {
    const own = boxAround([node], sizeOf);
    return node.type !== stickyNoteType && boxes.some((box) => areOverlapping(own, box));
  };
  const covered = new Set(removed.filter(isCovered));
  if (covered.size > SEARCHED) {
    const [all, own] = [boxAround([...file.nodes, ...removed], sizeOf), boxAround([...covered], sizeOf)];
    const down = snap(all.y + all.height + BESIDE - own.y);
    return removed.map((node) => (covered.has(node) ? { ...node, position: [node.position[0], node.position[1] + down] } : node));
  }
  const occupied = [...file.nodes, ...removed.filter((node) => !covered.has(node))];
  return removed.map((node) => {
    if (!covered.has(node)) return node;
    const { x, y } = freePlace({ nodes: occupied }, boxAround([node], sizeOf), { sizeOf, beside: BESIDE });
    const moved: WorkflowNode = { ...node, position: [x, y] };
    occupied.push(moved);
    return moved;
  });
}

const areOverlapping = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

const renamed = (edge: Edge, names: ReadonlyMap<string, string>): Edge => ({
  ...edge,
  source: names.get(edge.source) ?? edge.source,
  target: names.get(edge.target) ?? edge.target,
});

/** Adds connections. Names are keys from outside, so entries are collected in maps. */
function withEdges(connections: Connections, added: readonly Edge[]): Connections {
  const sources = new Map<string, Map<string, Edge[]>>();
  for (const edge of [...edgesOf(connections), ...added]) {
    const types = sources.get(edge.source) ?? new Map<string, Edge[]>();
    sources.set(edge.source, types);
    types.set(edge.type, [...(types.get(edge.type) ?? []), edge]);
  }
  const outputs = (edges: readonly Edge[]) =>
    Array.from({ length: Math.max(...edges.map(({ sourceOutput }) => sourceOutput)) + 1 }, (_, output) =>
      edges
        .filter(({ sourceOutput }) => sourceOutput === output)
        .map(({ target, type, targetInput }) => ({ node: target, type, index: targetInput })),
    );
  return Object.fromEntries(
    [...sources].map(([source, types]) => [source, Object.fromEntries([...types].map(([type, edges]) => [type, outputs(edges)]))]),
  );
}
