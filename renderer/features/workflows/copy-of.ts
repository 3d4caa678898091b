// Copies a workflow: new node ids, new webhook addresses, inactive.
import type { WorkflowFile, WorkflowNode } from '../../../engine/contract/workflow.ts';

/** Maximum length of a workflow's name. */
export const NAME_LENGTH = 128;

/** Returns the suggested name of a copy, truncated so that the suffix fits. */
export function copyName(name: string, ending: string): string {
  const most = NAME_LENGTH - ending.length;
  const characters = Array.from(name);
  let base = name;
  while (base.length > most) {
    characters.pop();
    base = characters.join('').trimEnd();
  }
  return base + ending;
}

/** Returns the content of the copy, without what belongs to the original (id, versions, owner, tags, static data). */
export const copyOf = (file: WorkflowFile, name: string, newId: () => string): WorkflowFile => ({
  ...withoutMetadata(file),
  name,
  nodes: file.nodes.map((node) => copiedNode(node, newId)),
});

/** Returns the content of a saved workflow, without what the product adds to it. */
export function withoutMetadata(file: WorkflowFile): WorkflowFile {
  const {
    id: _id,
    active: _active,
    isArchived: _archived,
    tags: _tags,
    staticData: _state,
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    versionId: _versionId,
    ownedBy: _owner,
    folderId: _folder,
    ...content
  } = file as WorkflowFile & Record<string, unknown>;
  return content;
}

function copiedNode(node: WorkflowNode, newId: () => string): WorkflowNode {
  const copy: WorkflowNode = { ...node, id: newId() };
  if (node.webhookId === undefined) return copy;
  const webhookId = newId();
  const { path } = node.parameters;
  // A path with parameters is prefixed with the webhook's id, which is new; an empty path is the id itself.
  const isOwnAddress =
    typeof path === 'string' && path !== '' && !path.startsWith('=') && !path.split('/').some((part) => part.startsWith(':'));
  return { ...copy, webhookId, ...(isOwnAddress ? { parameters: { ...node.parameters, path: webhookId } } : {}) };
}
