// /api/v1/workflows
import { AppError } from '../../contract/errors.ts';
import type { ApiTag } from '../../contract/public-api/tags.ts';
import { workflowApi, type ApiWorkflow, type WorkflowContent } from '../../contract/public-api/workflows.ts';
import type { SavedWorkflow, WorkflowChanges } from '../../contract/rest/workflows.ts';
import type { Asker } from '../../services/access.ts';
import type { TagService } from '../../services/tags.ts';
import type { WorkflowService } from '../../services/workflows/workflows.ts';
import type { Mount } from '../mount.ts';
import { switchable } from '../switchable.ts';
import { pageIn } from './pages.ts';

interface WorkflowApiParts {
  readonly workflows: WorkflowService;
  readonly tags: TagService;
  readonly usesTags: boolean;
}

export function mountWorkflows(mount: Mount, { workflows, tags, usesTags }: WorkflowApiParts): void {
  const mountTagCall = switchable(mount, usesTags, 'Tags are');
  const viewOf = async (saved: SavedWorkflow, asker: Asker, excludesPins = false): Promise<ApiWorkflow> =>
    workflowView(saved, await tags.list(asker), excludesPins);
  const changed = async (id: string, changes: WorkflowChanges, asker: Asker): Promise<ApiWorkflow> =>
    viewOf(await workflows.update(id, changes, asker), asker);

  mount(workflowApi.list, async ({ caller, query }) => {
    const { active, name } = query;
    const tagNames = (query.tags ?? '').split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
    const all = await workflows.list(caller, {
      ...(active === undefined ? {} : { active }),
      ...(name === undefined || name === '' ? {} : { name }),
      ...(tagNames.length === 0 ? {} : { tags: tagNames }),
    });
    const page = pageIn(all, query);
    const allTags = await tags.list(caller);
    const data: ApiWorkflow[] = [];
    for (const { id } of page.data) data.push(workflowView(await workflows.get(id, caller), allTags, query.excludePinnedData));
    return { ...page, data };
  });
  mount(workflowApi.create, async ({ caller, body }) => {
    const folderId = folderOf(body);
    assertUnchanged(body, { active: false, tags: [], ...(typeof folderId === 'string' ? { folderId } : {}) });
    return viewOf(await workflows.create({ ...contentOf(body), folderId }, caller), caller);
  });
  mount(workflowApi.get, async ({ caller, params, query }) =>
    viewOf(await workflows.get(params.id, caller), caller, query.excludePinnedData),
  );
  mount(workflowApi.update, async ({ caller, params, body }) => {
    assertUnchanged(body, await workflows.get(params.id, caller));
    return changed(params.id, contentOf(body), caller);
  });
  mount(workflowApi.remove, async ({ caller, params }) => {
    const removed = await viewOf(await workflows.get(params.id, caller), caller);
    await workflows.remove(params.id, caller);
    return removed;
  });
  mount(workflowApi.activate, ({ caller, params }) => changed(params.id, { active: true }, caller));
  mount(workflowApi.deactivate, ({ caller, params }) => changed(params.id, { active: false }, caller));
  mount(workflowApi.archive, ({ caller, params }) => changed(params.id, { isArchived: true }, caller));
  mount(workflowApi.unarchive, ({ caller, params }) => changed(params.id, { isArchived: false }, caller));
  mountTagCall(workflowApi.tags, async ({ caller, params }) => (await viewOf(await workflows.get(params.id, caller), caller)).tags);
  mountTagCall(workflowApi.setTags, async ({ caller, params, body }) => {
    const ids = body.map(({ id }) => id);
    for (const id of ids) await tags.get(id);
    return (await changed(params.id, { tags: ids }, caller)).tags;
  });
}

/** Throws BAD_REQUEST if the body changes what calls of their own change. */
function assertUnchanged(
  body: Readonly<Record<string, unknown>>,
  { active, tags, folderId }: Pick<SavedWorkflow, 'active' | 'tags' | 'folderId'>,
): void {
  if (body['active'] !== undefined && body['active'] !== active) {
    throw readOnly('active', 'Call /workflows/{id}/activate or /workflows/{id}/deactivate.');
  }
  if (body['tags'] !== undefined && tagIds(body['tags']) !== tagIds(tags)) throw readOnly('tags', 'Call PUT /workflows/{id}/tags.');
  const folder = folderOf(body);
  if (folder !== undefined && folder !== (folderId ?? null)) throw readOnly('parentFolderId', 'Call PUT /workflows/{id}/folder.');
}

const folderOf = (body: Readonly<Record<string, unknown>>): unknown => body['parentFolderId'];

const tagIds = (tags: unknown): string =>
  Array.isArray(tags)
    ? tags
        .map((tag: unknown) => String((tag as { id?: unknown } | null)?.id))
        .toSorted()
        .join()
    : '';

const readOnly = (field: string, hint: string): AppError =>
  new AppError('BAD_REQUEST', `The field "${field}" of a workflow is read-only in this call.`, { params: { field }, hint });

/** Fields of responses that are not part of a file. They may be sent back, and change nothing. */
const responseFields: ReadonlySet<string> = new Set([
  'active',
  'tags',
  'version',
  'versionId',
  'id',
  'shared',
  'triggerCount',
  'isArchived',
  'parentFolderId',
]);

const contentOf = (body: WorkflowContent): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !responseFields.has(name) && !(name === 'staticData' && value === null)),
  );

function workflowView(saved: SavedWorkflow, allTags: readonly ApiTag[], excludesPins = false): ApiWorkflow {
  const { version, ownedBy: _owner, folderId, pinData, tags, settings, ...file } = saved as SavedWorkflow & { readonly pinData?: unknown };
  const ids = new Set(tags.map(({ id }) => id));
  return {
    staticData: null,
    ...file,
    isArchived: file.isArchived === true,
    versionId: String(version),
    settings: settings ?? {},
    ...(excludesPins || pinData === undefined ? {} : { pinData }),
    parentFolderId: folderId ?? null,
    tags: allTags.filter(({ id }) => ids.has(id)).map(({ id, name, createdAt, updatedAt }) => ({ id, name, createdAt, updatedAt })),
  };
}
