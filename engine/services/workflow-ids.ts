// Chooses the ids of new workflows. Workflows refer to each other by id, so a user must not get the id of another user's workflow, even of a deleted one.
import type { WorkflowRepository } from '../store/index.ts';

/** The user to whom the new workflow will belong. */
interface NewOwner {
  readonly userId: string | null;
  readonly isInstanceOwner: boolean;
}

/** Format of Millrace's and n8n's ids; others are not safe in URLs. */
const usableId = /^(?!unsaved)[\w-]{1,64}$/;

/**
 * Returns the id of a file, if its new owner may use it: it is free, and either this user had a workflow with this id before, or no workflow,
 * execution, history or caller list names it. Otherwise returns a new id.
 */
export async function newWorkflowId(
  workflows: Pick<WorkflowRepository, 'mayTakeId'>,
  requested: unknown,
  owner: NewOwner,
  ids: () => string,
): Promise<string> {
  const id = usableWorkflowId(requested);
  return id !== undefined && (await workflows.mayTakeId(id, owner)) ? id : ids();
}

/**
 * Like `newWorkflowId`, for a file that the instance owner imports, who may be unknown before the first start: it replaces a workflow of the
 * instance owner with the same id.
 */
export async function importedWorkflowId(
  workflows: Pick<WorkflowRepository, 'mayTakeId' | 'ownerOf'>,
  requested: unknown,
  userId: string | null,
  ids: () => string,
): Promise<string> {
  const id = usableWorkflowId(requested);
  const row = id === undefined ? undefined : await workflows.ownerOf(id);
  if (id !== undefined && row !== undefined && (row.ownerId === null || row.ownerId === userId)) return id;
  return newWorkflowId(workflows, requested, { userId, isInstanceOwner: true }, ids);
}

/** Returns the id in a file; undefined if it has none, or none that a workflow may have. */
function usableWorkflowId(requestedId: unknown): string | undefined {
  const id = typeof requestedId === 'string' || typeof requestedId === 'number' ? String(requestedId) : '';
  return usableId.test(id) ? id : undefined;
}
