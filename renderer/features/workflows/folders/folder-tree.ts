// The tree of folders: paths, levels, numbers of workflows, and where something can move.
import type { Folder } from '../../../../engine/contract/rest/folders.ts';
import type { ListedWorkflow } from '../../../../engine/contract/rest/workflows.ts';

/** Returns the folders from the top level to this one; empty at the top level and for an unknown folder. */
export function pathOf(id: string | undefined, folders: readonly Folder[]): readonly Folder[] {
  const folder = folders.find((each) => each.id === id);
  return folder === undefined ? [] : [...pathOf(folder.parentId, folders), folder];
}

/** Returns the names of a path as they are written in a line. */
export const pathText = (path: readonly Folder[]): string => path.map(({ name }) => name).join(' › ');

export const childrenOf = (parentId: string | undefined, folders: readonly Folder[]): readonly Folder[] =>
  folders.filter((folder) => folder.parentId === parentId);

/** Number of workflows in a folder and the folders in it. */
export const workflowCount = (folder: Folder, folders: readonly Folder[]): number =>
  childrenOf(folder.id, folders).reduce((sum, child) => sum + workflowCount(child, folders), folder.workflows);

export interface TreeRow {
  readonly folder: Folder;
  /** 1 at the top level. */
  readonly level: number;
  readonly path: readonly Folder[];
}

/** Returns all folders as rows, those in a folder after it. */
export const treeRows = (folders: readonly Folder[], parentId?: string, path: readonly Folder[] = []): readonly TreeRow[] =>
  childrenOf(parentId, folders).flatMap((folder) => {
    const inner = [...path, folder];
    return [{ folder, level: inner.length, path: inner }, ...treeRows(folders, folder.id, inner)];
  });

interface Owned {
  readonly ownedBy?: { readonly id: string };
}

/** Returns the id of the owner. What belongs to nobody yet is the instance owner's, who alone can see it beside its owner: `userId`. */
export const ownerIdOf = ({ ownedBy }: Owned, userId: string): string => ownedBy?.id ?? userId;

/** Workflows and folders that move together. */
export interface Movable {
  readonly workflows: readonly ListedWorkflow[];
  readonly folders: readonly Folder[];
}

/** Whether these can move into a folder (undefined: to the top level): none is in its own way, one is elsewhere, and all belong to the folder's user. */
export function canMove(
  { workflows, folders: moved }: Movable,
  to: string | undefined,
  folders: readonly Folder[],
  userId: string,
): boolean {
  const path = pathOf(to, folders);
  const target = path.at(-1);
  if (target === undefined && to !== undefined) return false;
  if (moved.some(({ id }) => path.some((folder) => folder.id === id))) return false;
  const isElsewhere = workflows.some(({ folderId }) => folderId !== to) || moved.some(({ parentId }) => parentId !== to);
  const hasOwner = (owned: Owned): boolean => target === undefined || ownerIdOf(owned, userId) === ownerIdOf(target, userId);
  return isElsewhere && [...workflows, ...moved].every(hasOwner);
}
