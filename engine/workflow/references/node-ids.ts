// Ids of nodes: the editor, runs and webhooks identify nodes by id, so each node of a saved workflow needs a unique one.
import type { WorkflowFile } from '../../contract/workflow.ts';

/**
 * Returns the workflow with an id for every node: an id that is missing, empty or already used is replaced by a new one. Returns the same object
 * if all ids are valid.
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
