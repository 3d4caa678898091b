// Access to workflows: members see their own; the instance owner, or the local user before set-up, sees all.
import { AppError } from '../contract/errors.ts';
import type { Role } from '../contract/permissions.ts';
import type { WorkflowRecord, WorkflowRepository } from '../store/index.ts';

/** The calling user. */
export interface Asker {
  readonly userId: string;
  readonly role: Role;
}

/** Restricts a filter to the workflows that the caller may see. */
export const ownOnly = ({ role, userId }: Asker): { readonly ownerId?: string } => (role === 'member' ? { ownerId: userId } : {});

/** The workflow. Throws WORKFLOW_NOT_FOUND if it does not exist or the caller has no access. */
export async function visibleWorkflow(workflows: WorkflowRepository, id: string, asker: Asker): Promise<WorkflowRecord> {
  const workflowRecord = await workflows.find(id);
  const { ownerId } = ownOnly(asker);
  if (workflowRecord === undefined || (ownerId !== undefined && workflowRecord.ownerId !== ownerId)) {
    throw new AppError('WORKFLOW_NOT_FOUND', `There is no workflow with the id "${id}".`, { params: { id } });
  }
  return workflowRecord;
}
