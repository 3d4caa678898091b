// A copy of a workflow as a workflow of its own: other node ids, other webhook addresses, never active.
import type { WorkflowFile, WorkflowNode } from '../../../engine/contract/workflow.ts';

/** Characters of a workflow's name. */
export const NAME_LENGTH = 128;

/** The name that a copy is offered, cut so that its ending fits. */
export function copyName(name: string, ending: string): string {
  const most = NAME_LENGTH - ending.length;
  const characters = Array.from(name);
  let kept = name;
  while (kept.length > most) {
    characters.pop();
    kept = characters.join('').trimEnd();
  }
  return kept + ending;
}

/** The content of the copy: what is the original's own (id, versions, owner, tags, what its triggers remember) is left behind. */
export function copyOf(file: WorkflowFile, name: string, newId: () => string): WorkflowFile {
  const {
    id: _id,
    active: _active,
    tags: _tags,
    staticData: _state,
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    versionId: _versionId,
    ownedBy: _owner,
    ...content
  } = file as WorkflowFile & Record<string, unknown>;
  return { ...content, name, nodes: file.nodes.map((node) => copiedNode(node, newId)) };
}

function copiedNode(node: WorkflowNode, newId: () => string): WorkflowNode {
  const copy: WorkflowNode = { ...node, id: newId() };
  if (node.webhookId === undefined) return copy;
  const webhookId = newId();
  const { path } = node.parameters;
  // A path with variable parts is called behind the webhook's id, which is a new one; so is an empty path.
  const isOwnAddress =
    typeof path === 'string' && path !== '' && !path.startsWith('=') && !path.split('/').some((part) => part.startsWith(':'));
  return { ...copy, webhookId, ...(isOwnAddress ? { parameters: { ...node.parameters, path: webhookId } } : {}) };
}
