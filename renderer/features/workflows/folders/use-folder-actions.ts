// What the menus and drags of the list do with folders, and their notifications.
import { useTranslation } from 'react-i18next';
import type { Folder } from '../../../../engine/contract/rest/folders.ts';
import { foldersApi } from '../../../api/folders.ts';
import { selectUser } from '../../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { failureToast, toastShown } from '../../../state/toasts.ts';
import { useConfirm } from '../../../ui/floating/confirm.tsx';
import { canMove, ownerIdOf, type Movable, workflowCount } from './folder-tree.ts';

export interface FolderActions {
  /** Whether these can move into the folder (undefined: to the top level). */
  canMove(movable: Movable, to: string | undefined): boolean;
  /** Resolves with whether it succeeded; a failure is shown in a toast. */
  move(movable: Movable, to: string | undefined): Promise<boolean>;
  /** Asks first, and explains where the workflows go. */
  remove(folder: Folder): Promise<void>;
}

const none: readonly Folder[] = [];

export function useFolderActions(): FolderActions {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const userId = useUserId();
  const { data: folders = none } = foldersApi.useListFoldersQuery();
  const [sendMove] = foldersApi.useMoveToFolderMutation();
  const [remove] = foldersApi.useDeleteFolderMutation();
  return {
    canMove: (movable, to) => canMove(movable, to, folders, userId),
    move: async (movable, to) => {
      const body = { workflows: idsOf(movable.workflows), folders: idsOf(movable.folders), to: to ?? null };
      const { error } = await sendMove({ body });
      const count = movable.workflows.length + movable.folders.length;
      const [name = ''] = [...movable.workflows, ...movable.folders].map((each) => each.name);
      const target = folders.find(({ id }) => id === to)?.name ?? t('folders.top');
      if (error !== undefined) dispatch(failureToast(t('folders.moveFailed', { count, name }), error));
      else dispatch(toastShown({ kind: 'success', title: t('folders.moved', { count, name, target }) }));
      return error === undefined;
    },
    remove: async (folder) => {
      const { name, id, parentId } = folder;
      const parent = folders.find((each) => each.id === parentId)?.name;
      const count = workflowCount(folder, folders);
      const isAgreed = await confirm({
        title: t('folders.deleteTitle', { name }),
        text: parent === undefined ? t('folders.deleteToTop', { count }) : t('folders.deleteToParent', { count, name: parent }),
        confirmLabel: t('folders.delete'),
        isDangerous: true,
      });
      if (!isAgreed) return;
      const { error } = await remove({ params: { id } });
      if (error !== undefined) dispatch(failureToast(t('folders.deleteFailed', { name }), error));
      else dispatch(toastShown({ kind: 'success', title: t('folders.deleted', { name }) }));
    },
  };
}

/** Returns the id of the signed-in user; empty without one. */
export const useUserId = (): string => useAppSelector(selectUser)?.id ?? '';

/** Returns whether a folder is the user's, so that new workflows of the user can be in it. */
export function useIsOwnFolder(): (id: string) => boolean {
  const userId = useUserId();
  const { data: folders = none } = foldersApi.useListFoldersQuery();
  return (id) => folders.some((folder) => folder.id === id && ownerIdOf(folder, userId) === userId);
}

const idsOf = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);
