// Menu of further actions: duplicate, versions, import, download, settings, delete.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { workflowsApi } from '../../../api/workflows.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { setOpensNewNodes, useOpensNewNodes } from '../../../state/node-opening.ts';
import { failureToast, toastShown } from '../../../state/toasts.ts';
import { modalOpened } from '../../../state/ui-slice.ts';
import { MoreActions, type MenuEntry } from '../../../ui/floating/menu.tsx';
import { labelKey } from '../commands/command.ts';
import { commandById } from '../commands/index.ts';
import { editorActions } from '../document/editor-slice.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';
import { useDeleteWorkflow } from './use-delete-workflow.ts';

export function MoreMenu(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const id = useEditorState((state) => state.id);
  const isArchived = useEditorState((state) => state.isArchived);
  const deleteWorkflow = useDeleteWorkflow();
  const archive = useArchive();
  const about = useDialogsAbout();
  const opensNodes = useOpensNewNodes();
  const entry = (commandId: string): MenuEntry => {
    const command = commandById.get(commandId);
    return {
      id: commandId,
      label: t(command === undefined ? `commands.${commandId}` : labelKey(command, context)),
      shortcut: command?.keys?.[0],
      isDisabled: command?.isEnabled?.(context) === false,
      onSelect: () => void command?.run(context),
    };
  };
  const entries: MenuEntry[] = [
    { id: 'duplicate', label: t('menu.duplicate'), isDisabled: id === undefined, onSelect: about.duplicate },
    { id: 'settings', label: t('menu.settings'), onSelect: about.settings },
    { id: 'executions', label: t('menu.executions'), isDisabled: id === undefined, onSelect: about.executions },
    entry('versionHistory'),
    'line',
    entry('importFile'),
    entry('importUrl'),
    entry('download'),
    'line',
    entry('palette'),
    entry('shortcuts'),
    { id: 'open-nodes', label: t('menu.openNewNodes'), isOn: opensNodes, onSelect: () => setOpensNewNodes(!opensNodes) },
    'line',
    {
      id: 'archive',
      label: t(isArchived ? 'menu.restore' : 'menu.archive'),
      isDisabled: id === undefined,
      onSelect: () => void archive(!isArchived),
    },
    // Workflows are archived before they can be deleted.
    ...(isArchived ? [{ id: 'delete', label: t('menu.delete'), isDangerous: true, onSelect: () => void deleteWorkflow() } as const] : []),
  ];
  return <MoreActions label={t('menu.label')} entries={entries} />;
}

function useDialogsAbout(): Readonly<Record<'duplicate' | 'executions' | 'settings', () => void>> {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const dispatch = useAppDispatch();
  return {
    duplicate: () => {
      const { id, history, tags, folderId } = context.editor();
      if (id !== undefined)
        dispatch(modalOpened({ name: 'duplicate-workflow', activeId: id, open: { workflow: history.present, tags, folderId } }));
    },
    executions: () => {
      const { id } = context.editor();
      if (id !== undefined) dispatch(modalOpened({ name: 'executions', workflowId: id }));
    },
    settings: () => {
      const { id } = context.editor();
      if (id === undefined) {
        context.ui.notify({ kind: 'error', title: t('menu.noWorkflow'), message: t('menu.saveFirst'), isSticky: true });
      } else dispatch(modalOpened({ name: 'workflow-settings', activeId: id }));
    },
  };
}

/** Returns a function that archives the open workflow, or restores it; its unsaved changes stay. */
function useArchive(): (isArchived: boolean) => Promise<void> {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const dispatch = useAppDispatch();
  const [update] = workflowsApi.useUpdateWorkflowMutation();
  return async (isArchived) => {
    const { id, history } = context.editor();
    if (id === undefined) return;
    const { error } = await update({ params: { id }, query: {}, body: { isArchived } });
    const name = history.present.name ?? '';
    if (error !== undefined) {
      dispatch(failureToast(t(isArchived ? 'menu.archiveFailed' : 'menu.restoreFailed', { name }), error));
      return;
    }
    dispatch(editorActions.archivedChanged({ id, isArchived }));
    dispatch(toastShown({ kind: 'success', title: t(isArchived ? 'menu.archived' : 'menu.restored', { name }) }));
  };
}
