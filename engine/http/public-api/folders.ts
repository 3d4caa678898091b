// /api/v1/folders
import { folderApi, type ApiFolder } from '../../contract/public-api/folders.ts';
import type { Folder } from '../../contract/rest/folders.ts';
import type { FolderService } from '../../services/folders.ts';
import type { Mount } from '../mount.ts';
import { pageIn } from './pages.ts';

export function mountFolders(mount: Mount, folders: FolderService): void {
  mount(folderApi.list, async ({ caller, query }) => pageIn((await folders.list(caller)).map(folderView), query));
  mount(folderApi.create, async ({ caller, body: { name, parentFolderId = null } }) =>
    folderView(await folders.create({ name, parentId: parentFolderId }, caller)),
  );
  mount(folderApi.get, async ({ caller, params }) => folderView(await folders.get(params.id, caller)));
  mount(folderApi.update, async ({ caller, params, body: { name, parentFolderId } }) => {
    const changes = { ...(name === undefined ? {} : { name }), ...(parentFolderId === undefined ? {} : { parentId: parentFolderId }) };
    return folderView(await folders.update(params.id, changes, caller));
  });
  mount(folderApi.remove, async ({ caller, params }) => {
    const removed = folderView(await folders.get(params.id, caller));
    await folders.remove(params.id, caller);
    return removed;
  });
  mount(folderApi.move, async ({ caller, params, body }) => {
    await folders.move({ workflows: [params.id], to: body.parentFolderId }, caller);
    return null;
  });
}

const folderView = ({ id, name, parentId, workflows, createdAt, updatedAt }: Folder): ApiFolder => ({
  id,
  name,
  parentFolderId: parentId ?? null,
  workflowCount: workflows,
  createdAt,
  updatedAt,
});
