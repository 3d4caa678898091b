// Ids of nodes: the editor, runs and webhooks tell nodes apart by them, so that each node of a saved workflow has one of its own.
import type { WorkflowFile } from '../contract/workflow.ts';

/**
 * The workflow with an id for every node: one that is missing, empty or used by a node before becomes a new one. The same object if nothing
 * is missing.
 */
export function withIds(file: WorkflowFile, newId: () => string): WorkflowFile {
  const seen = new Set<string>();
  let isChanged = false;
  const nodes = file.nodes.map((node) => {
    if (node.id !== undefined && node.id !== '' && !seen.has(node.id)) {
      seen.add(node.id);
      return node;
    }
    isChanged = true;
    const id = newId();
    seen.add(id);
    return { ...node, id };
  });
  return isChanged ? { ...file, nodes } : file;
}
