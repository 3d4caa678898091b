// Decides which workflows may call a workflow by id: by its settings `callerPolicy` and `callerIds`; by default those of the same owner.
import { AppError } from '../../contract/errors.ts';
import type { CallerPolicy, WorkflowFile } from '../../contract/workflow.ts';
import type { AdmittedWorkflow, Principal } from '../../execution/index.ts';

/**
 * Throws WORKFLOW_NOT_CALLABLE. `caller`: identity of the run that calls; for an error workflow, of the run that failed. `byDefault`: policy of
 * workflows that have none. `hasOwners`: whether workflows belong to different users; false on the command line.
 */
export function assertCallable(
  { file, principal }: AdmittedWorkflow,
  caller: Principal,
  { byDefault = 'workflowsFromSameOwner', hasOwners = true }: { readonly byDefault?: CallerPolicy; readonly hasOwners?: boolean } = {},
): void {
  const { callerPolicy = byDefault, callerIds } = file.settings ?? {};
  if (callerPolicy === 'any' || isSame(principal, caller)) return;
  // Only the owner may see the name of the called workflow.
  const isNamed = !hasOwners || isOfSameOwner(principal, caller);
  if (callerPolicy === 'none') throw rejected(file, isNamed, 'its settings let no other workflow call it');
  if (callerPolicy === 'workflowsFromAList') {
    if (caller.workflowId !== undefined && listed(callerIds).has(caller.workflowId)) return;
    throw rejected(file, isNamed, 'its settings list the workflows that may call it, and this one is not among them');
  }
  // An unknown policy counts as the default one.
  if (isNamed) return;
  throw rejected(file, isNamed, 'only workflows of its owner may call it');
}

const isSame = (called: Principal, caller: Principal): boolean =>
  called.workflowId !== undefined && called.workflowId === caller.workflowId;

function isOfSameOwner({ ownerId }: Principal, { userId, startedBy }: Principal): boolean {
  if (ownerId === undefined || userId === undefined) return false;
  // The instance owner may run every workflow by hand.
  return ownerId === userId || startedBy === null;
}

/** The format is `id, id`. */
const listed = (ids: unknown): ReadonlySet<string> => new Set(typeof ids === 'string' ? ids.split(',').map((id) => id.trim()) : []);

function rejected({ id, name }: WorkflowFile, isNamed: boolean, why: string): AppError {
  return new AppError(
    'WORKFLOW_NOT_CALLABLE',
    `The workflow "${isNamed && name !== undefined ? name : String(id)}" may not be called by this one: ${why}.`,
    {
      params: { id: String(id) },
      hint: 'Change which workflows may call it in the settings of the called workflow.',
    },
  );
}
