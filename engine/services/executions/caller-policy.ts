// Decides which workflows may call a workflow by id: by its settings `callerPolicy` and `callerIds`; by default those of the same owner.
import { AppError } from '../../contract/errors.ts';
import type { CallerPolicy, WorkflowFile } from '../../contract/workflow.ts';
import type { WorkflowRights } from '../credentials/workflow-rights.ts';

/** Ownership of workflows; absent if the caller may access all of them. */
export type CallerRights = Pick<WorkflowRights, 'userOf' | 'runnerOf' | 'isSaved'>;

/**
 * Throws WORKFLOW_NOT_CALLABLE. `called` comes from the database; `caller` is the running file, which another user may have started manually. For
 * an error workflow, the caller is the failed workflow. `byDefault`: policy of workflows that have none.
 */
export async function assertCallable(
  called: WorkflowFile,
  caller: WorkflowFile,
  rights?: CallerRights,
  byDefault: CallerPolicy = 'workflowsFromSameOwner',
): Promise<void> {
  const { callerPolicy = byDefault, callerIds } = called.settings ?? {};
  if (callerPolicy === 'any' || isSame(called, caller)) return;
  // Only the owner may see the name of the called workflow.
  const isNamed = rights === undefined || (await isOfSameOwner(called, caller, rights));
  if (callerPolicy === 'none') throw refused(called, isNamed, 'its settings let no other workflow call it');
  if (callerPolicy === 'workflowsFromAList') {
    if (listed(callerIds).has(String(caller.id)) && (await rights?.isSaved(caller)) !== false) return;
    throw refused(called, isNamed, 'its settings list the workflows that may call it, and this one is not among them');
  }
  // An unknown policy counts as the default one.
  if (isNamed) return;
  throw refused(called, isNamed, 'only workflows of its owner may call it');
}

const isSame = (called: WorkflowFile, caller: WorkflowFile): boolean => called.id !== undefined && String(called.id) === String(caller.id);

async function isOfSameOwner(called: WorkflowFile, caller: WorkflowFile, rights: CallerRights): Promise<boolean> {
  const [owner, user] = await Promise.all([rights.userOf(called), rights.userOf(caller)]);
  if (owner === undefined || user === undefined) return false;
  // The instance owner may run every workflow manually.
  return owner.userId === user.userId || (user.isInstanceOwner && rights.runnerOf(caller) !== undefined);
}

/** The format is `id, id`. */
const listed = (ids: unknown): ReadonlySet<string> => new Set(typeof ids === 'string' ? ids.split(',').map((id) => id.trim()) : []);

function refused({ id, name }: WorkflowFile, isNamed: boolean, why: string): AppError {
  return new AppError(
    'WORKFLOW_NOT_CALLABLE',
    `The workflow "${isNamed && name !== undefined ? name : String(id)}" may not be called by this one: ${why}.`,
    {
      params: { id: String(id) },
      hint: 'Change which workflows may call it in the settings of the called workflow.',
    },
  );
}
