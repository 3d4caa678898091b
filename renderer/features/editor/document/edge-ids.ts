// Ids of connections. Files have none, so they are composed of node ids and ports.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { edgesOf, type Edge } from '../../../../engine/workflow/graph/graph.ts';

/** Returns the id of a connection between two nodes. */
export const edgeKey = (source: string, target: string, edge: Edge): string =>
  `${source}:${edge.type}:${edge.sourceOutput}>${target}:${edge.targetInput}`;

/** Returns the id of an edge on the canvas. */
export const edgeId = (file: WorkflowFile, edge: Edge): string => {
  const id = (name: string): string => file.nodes.find((node) => node.name === name)?.id ?? '';
  return edgeKey(id(edge.source), id(edge.target), edge);
};

/** Returns the existing edges with these ids. */
export function edgesOfIds(file: WorkflowFile, ids: readonly string[]): ReadonlyMap<string, Edge> {
  const edges = new Map<string, Edge>();
  if (ids.length === 0) return edges;
  const chosenIds = new Set(ids);
  const nodes = new Map(file.nodes.map(({ name, id = '' }) => [name, id]));
  for (const edge of edgesOf(file.connections)) {
    const id = edgeKey(nodes.get(edge.source) ?? '', nodes.get(edge.target) ?? '', edge);
    if (chosenIds.has(id)) edges.set(id, edge);
  }
  return edges;
}

export const edgeOfId = (file: WorkflowFile, id: string): Edge | undefined => edgesOfIds(file, [id]).get(id);
