// Which nodes were changed since their results were made: these, and those below them, say nothing any more.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { RunState } from './run-slice.ts';

/** Names of nodes whose parameters or settings differ from those their results were made with; without results, from those the last run began with. */
export function staleNodes({ startedWith, origins }: Pick<RunState, 'startedWith' | 'origins'>, now: WorkflowFile): readonly string[] {
  const former = new Map(startedWith?.nodes.map((node) => [node.id, node]));
  return now.nodes
    .filter((node) => {
      const old = (node.id === undefined ? undefined : origins[node.id]?.node) ?? former.get(node.id);
      if (old === undefined) return startedWith !== undefined;
      return old !== node && JSON.stringify({ ...old, position: 0 }) !== JSON.stringify({ ...node, position: 0 });
    })
    .map(({ name }) => name);
}
