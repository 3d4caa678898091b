// Imports a workflow file on behalf of the instance owner.
import { AppError } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Store } from '../../store/index.ts';
import { compareWorkflows, type NodeStatus } from '../../workflow/file/diff.ts';
import { openWorkflow } from '../../workflow/file/import.ts';
import { withIds } from '../../workflow/references/node-names.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { importedWorkflowId } from '../workflow-ids.ts';

export interface ImportPorts {
  readonly store: Store;
  readonly now: () => number;
  readonly ids: () => string;
}

export interface ImportedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly isNew: boolean;
  /** Whether the replaced workflow was active and stays active. */
  readonly isActive: boolean;
  /** Numbers of nodes and connections that differ from the replaced version; absent if none does. */
  readonly changes?: Readonly<Record<'added' | 'removed' | 'changed' | 'addedWires' | 'removedWires', number>>;
}

interface ImportOptions {
  /** Name of workflows without a name. */
  readonly defaultName: string;
  /** Folder of the workflow; null for none. If absent, a replaced workflow stays where it is. */
  readonly folderId?: string | null;
}

/** Maximum number of attempts while other processes save the workflow at the same time. */
const TRIES = 5;

/**
 * Imports a workflow. It replaces the owner's workflow with the same id, whose previous version moves to the history, or becomes a new workflow.
 * An existing workflow stays active or inactive; a new one is inactive. Throws WORKFLOW_INVALID, WORKFLOW_CHANGED or STORE_FAILED, and saves
 * nothing then.
 */
export async function importWorkflow(
  content: unknown,
  { defaultName, folderId }: ImportOptions,
  ports: ImportPorts,
): Promise<ImportedWorkflow> {
  const { store, ids, now } = ports;
  const { file, tags: tagNames } = splitFile(withIds(openWorkflow(content), ids));
  const name = typeof file.name === 'string' && file.name.trim() !== '' ? file.name : defaultName;
  const tags = tagNames === undefined ? undefined : await idsOfTags(tagNames, ports);
  const userId = (await store.users.owner())?.id ?? null;
  const id = await importedWorkflowId(store.workflows, file.id, userId, ids);
  for (let tries = 0; tries < TRIES; tries++) {
    const existing = (await store.workflows.list({ ids: [id] }))[0];
    // The save does not change `active`, which may change concurrently.
    const save = { id, file: { ...file, id, name, active: false }, now: now(), userId, tags };
    const replacedFile = existing === undefined ? undefined : await store.workflows.get(id);
    if (existing === undefined) await store.workflows.add({ ...save, folderId: folderId ?? null });
    else if (!(await store.workflows.update(existing.version, save))) continue;
    else if (folderId !== undefined) await store.folders.putWorkflows([id], folderId);
    return { id, name, isNew: existing === undefined, isActive: existing?.active === true, ...changesOf(replacedFile, save.file) };
  }
  throw new AppError('WORKFLOW_CHANGED', `The workflow "${name}" is being saved elsewhere. Try again.`, { params: { id } });
}

function changesOf(before: WorkflowFile | undefined, after: WorkflowFile): Pick<ImportedWorkflow, 'changes'> {
  if (before === undefined) return {};
  const { nodes, wires } = compareWorkflows(before, after);
  const nodesWith = (status: NodeStatus): number => nodes.filter((node) => node.status === status).length;
  const wiresWith = (kind: 'added' | 'removed'): number => wires.filter((wire) => wire.kind === kind).length;
  const changes = {
    added: nodesWith('added'),
    removed: nodesWith('removed'),
    changed: nodesWith('changed'),
    addedWires: wiresWith('added'),
    removedWires: wiresWith('removed'),
  };
  return Object.values(changes).some((count) => count > 0) ? { changes } : {};
}

/** Splits a file into the workflow to store, and fields that are stored elsewhere or belong to the instance that exported it. */
function splitFile(opened: WorkflowFile): { readonly file: WorkflowFile; readonly tags: readonly unknown[] | undefined } {
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
export async function idsOfTags(tags: readonly unknown[], { store, ids, now }: ImportPorts): Promise<readonly string[]> {
  const tagIds: string[] = [];
  for (const tag of tags) {
    const value = isRecord(tag) ? tag['name'] : tag;
    const name = typeof value === 'string' ? value.trim() : '';
    if (name === '') continue;
    const existing = await store.tags.findByName(name);
    const id = existing?.id ?? ids();
    if (existing === undefined) await store.tags.add(id, name, now());
    tagIds.push(id);
  }
  return tagIds;
}
