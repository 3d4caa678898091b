// Types of which there may be only so many nodes: of those that were added, the ones too many give their connections to the node there is (spec 3 §4.10).
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { addConnection, removeConnection } from '../../../../engine/workflow/connections.ts';
import { edgesOf } from '../../../../engine/workflow/graph.ts';
import { unpinNode } from '../../../../engine/workflow/pin-data.ts';

type Node = WorkflowFile['nodes'][number];

/** `added`: ids of the nodes that may go. `mostOf`: how many of its kind there may be; undefined for any number. Answers the names of those that went. */
export function reuseLimited(
  file: WorkflowFile,
  added: ReadonlySet<string>,
  mostOf: (node: Node) => number | undefined,
): { readonly file: WorkflowFile; readonly reused: readonly string[] } {
  const kept = new Map<string, Node[]>();
  const surplus: [gone: string, instead: string][] = [];
  for (const node of file.nodes) {
    const same = kept.get(node.type) ?? [];
    const most = mostOf(node);
    const [first] = same;
    if (most !== undefined && same.length >= most && first !== undefined && added.has(node.id ?? '')) surplus.push([node.name, first.name]);
    else kept.set(node.type, [...same, node]);
  }
  return {
    file: surplus.reduce((now, [gone, instead]) => handOver(now, gone, instead), file),
    reused: surplus.map(([gone]) => gone),
  };
}

function handOver(file: WorkflowFile, gone: string, instead: string): WorkflowFile {
  const names = new Set(file.nodes.map(({ name }) => name));
  let next = file;
  for (const edge of edgesOf(file.connections)) {
    if (edge.source !== gone && edge.target !== gone) continue;
    const [source, target] = [edge.source, edge.target].map((name) => (name === gone ? instead : name)) as [string, string];
    const left = removeConnection(next, edge);
    // Files may name what is not in them.
    next = names.has(source) && names.has(target) ? addConnection(left, { ...edge, source, target }) : left;
  }
  return { ...unpinNode(next, gone), nodes: next.nodes.filter(({ name }) => name !== gone) };
}
