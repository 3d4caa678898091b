// /rest/folders
import { folderRoutes } from '../../contract/rest/folders.ts';
import type { FolderService } from '../../services/folders.ts';
import type { Mount } from '../mount.ts';

export function mountFolders(mount: Mount, folders: FolderService): void {
  mount(folderRoutes.list, ({ caller }) => folders.list(caller));
  mount(folderRoutes.create, ({ caller, body }) => folders.create(body, caller));
  mount(folderRoutes.move, ({ caller, body }) => folders.move(body, caller));
  mount(folderRoutes.update, ({ caller, params, body }) => folders.update(params.id, body, caller));
  mount(folderRoutes.remove, ({ caller, params }) => folders.remove(params.id, caller));
}
