// Which nodes were changed since a run began: their results, and those below them, say nothing any more.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';

/** Names of nodes whose parameters, settings or connections differ from those the run began with. */
export function staleNodes(before: WorkflowFile | undefined, now: WorkflowFile): readonly string[] {
  if (before === undefined || before === now) return [];
  const former = new Map(before.nodes.map((node) => [node.id, node]));
  return now.nodes
    .filter((node) => {
      const old = former.get(node.id);
      return old === undefined || (old !== node && JSON.stringify({ ...old, position: 0 }) !== JSON.stringify({ ...node, position: 0 }));
    })
    .map(({ name }) => name);
}
