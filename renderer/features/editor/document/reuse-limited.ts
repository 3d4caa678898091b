// Node types with a maximum number of nodes: surplus added nodes are replaced by the existing node.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { addConnections, removeConnections } from '../../../../engine/workflow/graph/connections.ts';
import { edgesOf, type Edge } from '../../../../engine/workflow/graph/graph.ts';
import { unpinNode } from '../../../../engine/workflow/planning/pin-data.ts';

type Node = WorkflowFile['nodes'][number];

export interface Reused {
  readonly name: string;
  readonly by: string;
}

/**
 * `added`: ids of the nodes that may be removed; `mostOf`: returns the maximum for a node's type, undefined for no limit. `reused`: the
 * removed nodes, each with the name of its replacement.
 */
export function reuseLimited(
  file: WorkflowFile,
  added: ReadonlySet<string>,
  mostOf: (node: Node) => number | undefined,
): { readonly file: WorkflowFile; readonly reused: readonly Reused[] } {
  const firstByType = new Map<string, { readonly first: Node; count: number }>();
  /** Maps the name of a removed node to the name of its replacement. */
  const surplus = new Map<string, string>();
  for (const node of file.nodes) {
    const same = firstByType.get(node.type);
    const most = mostOf(node);
    if (same === undefined) firstByType.set(node.type, { first: node, count: 1 });
    else if (most !== undefined && same.count >= most && added.has(node.id ?? '')) surplus.set(node.name, same.first.name);
    else same.count++;
  }
  return { file: surplus.size === 0 ? file : handOver(file, surplus), reused: [...surplus].map(([name, by]) => ({ name, by })) };
}

function handOver(file: WorkflowFile, surplus: ReadonlyMap<string, string>): WorkflowFile {
  const names = new Set(file.nodes.map(({ name }) => name));
  const moved: Edge[] = [...edgesOf(file.connections)].filter(({ source, target }) => surplus.has(source) || surplus.has(target));
  const next = moved
    .map((edge) => ({ ...edge, source: surplus.get(edge.source) ?? edge.source, target: surplus.get(edge.target) ?? edge.target }))
    // Connections can refer to nodes that do not exist.
    .filter(({ source, target }) => names.has(source) && names.has(target));
  const connected = addConnections(removeConnections(file, moved), next);
  const unpinned = [...surplus.keys()].reduce(unpinNode, connected);
  return { ...unpinned, nodes: connected.nodes.filter(({ name }) => !surplus.has(name)) };
}
