// Imports a workflow into the database on behalf of the instance owner. It replaces the owner's workflow with the same id, whose previous version
// moves to the history, or becomes a new workflow.
import { AppError } from '../contract/errors.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { Store } from '../store/index.ts';
import { importedWorkflowId } from '../services/workflow-ids.ts';
import { openWorkflow } from '../workflow/file/import.ts';
import { withIds } from '../workflow/references/node-names.ts';
import { isRecord } from '../workflow/values/own-properties.ts';

export interface ImportPorts {
  readonly store: Store;
  readonly now: () => number;
  readonly ids: () => string;
}

export interface ImportOptions {
  /** Name given to workflows without a name. */
  readonly byDefault: string;
}

export interface Imported {
  readonly id: string;
  readonly name: string;
  readonly isNew: boolean;
  /** Whether the replaced workflow was active and stays active. */
  readonly isActive: boolean;
}

/** Maximum number of attempts while other processes save the workflow at the same time. */
const TRIES = 5;

/**
 * An existing workflow stays active or inactive; a new one is inactive. Throws WORKFLOW_INVALID, WORKFLOW_CHANGED or STORE_FAILED, and saves
 * nothing then.
 */
export async function importWorkflow(content: unknown, { byDefault }: ImportOptions, ports: ImportPorts): Promise<Imported> {
  const { store, ids, now } = ports;
  const { file, tags: wanted } = parted(withIds(openWorkflow(content), ids));
  const name = typeof file.name === 'string' && file.name.trim() !== '' ? file.name : byDefault;
  const tags = wanted === undefined ? undefined : await tagIds(wanted, ports);
  const userId = (await store.users.owner())?.id ?? null;
  const id = await importedWorkflowId(store.workflows, file.id, userId, ids);
  for (let tries = 0; tries < TRIES; tries++) {
    const saved = (await store.workflows.list({ ids: [id] }))[0];
    // The save does not change `active`, which may change concurrently.
    const save = { id, file: { ...file, id, name, active: false }, now: now(), userId, tags };
    if (saved === undefined) await store.workflows.add(save);
    else if (!(await store.workflows.update(saved.version, save))) continue;
    return { id, name, isNew: saved === undefined, isActive: saved?.active === true };
  }
  throw new AppError('WORKFLOW_CHANGED', `The workflow "${name}" is being saved by another user. Try again.`, { params: { id } });
}

/** Splits a file into the workflow to store, and fields that are stored elsewhere or belong to the instance that exported it. */
function parted(opened: WorkflowFile): { readonly file: WorkflowFile; readonly tags: readonly unknown[] | undefined } {
  const {
    tags,
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    ownedBy: _owner,
    ...file
  } = opened as WorkflowFile & {
    readonly [field: string]: unknown;
  };
  return { file: file as WorkflowFile, tags: Array.isArray(tags) ? (tags as readonly unknown[]) : undefined };
}

/** Returns the ids of the tags with these names; missing tags are created. */
async function tagIds(tags: readonly unknown[], { store, ids, now }: ImportPorts): Promise<readonly string[]> {
  const match: string[] = [];
  for (const tag of tags) {
    const given = isRecord(tag) ? tag['name'] : tag;
    const name = typeof given === 'string' ? given.trim() : '';
    if (name === '') continue;
    const known = await store.tags.named(name);
    const id = known?.id ?? ids();
    if (known === undefined) await store.tags.add(id, name, now());
    match.push(id);
  }
  return match;
}
