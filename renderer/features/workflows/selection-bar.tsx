// Actions on the selected workflows.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { useSettings } from '../../state/settings.ts';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { Button } from '../../ui/button.tsx';
import { MoreActions, type MenuEntry } from '../../ui/floating/menu.tsx';
import type { WorkflowActions } from './use-workflow-actions.ts';

export interface SelectionBarProps {
  readonly selected: readonly ListedWorkflow[];
  readonly actions: WorkflowActions;
  readonly onClear: () => void;
}

export function SelectionBar({ selected, actions, onClear }: SelectionBarProps): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const entries = useEntries(selected, actions);
  const ids = selected.map(({ id }) => id);
  return (
    <span className="row">
      <span aria-live="polite">{t('selection.some', { count: selected.length })}</span>
      <Button kind="quiet" onClick={onClear}>
        {t('selection.clear')}
      </Button>
      <Button onClick={() => dispatch(modalOpened({ name: 'move-to-folder', workflows: ids, folders: [] }))}>{t('folders.move')}</Button>
      <MoreActions label={t('selection.menu')} entries={entries} />
    </span>
  );
}

function useEntries(selected: readonly ListedWorkflow[], actions: WorkflowActions): readonly MenuEntry[] {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const { workflowTagsDisabled } = useSettings();
  const archived = selected.filter(({ isArchived }) => isArchived === true);
  const current = selected.filter(({ isArchived }) => isArchived !== true);
  const startable = current.filter(({ active }) => !active);
  const running = selected.filter(({ active }) => active);
  const tag: MenuEntry = {
    id: 'tag',
    label: t('selection.tag'),
    onSelect: () => dispatch(modalOpened({ name: 'tag-workflows', workflows: selected.map(({ id }) => id) })),
  };
  // Workflows are archived before they can be deleted.
  const ofArchived: readonly MenuEntry[] = [
    { id: 'restore', label: t('row.restore'), onSelect: () => void actions.archive(archived, false) },
    'line',
    { id: 'delete', label: t('row.delete'), isDangerous: true, onSelect: () => void actions.remove(archived) },
  ];
  return [
    {
      id: 'activate',
      label: t('selection.activate', { count: startable.length }),
      isDisabled: startable.length === 0,
      onSelect: () => void actions.activate(startable, true),
    },
    {
      id: 'deactivate',
      label: t('selection.deactivate', { count: running.length }),
      isDisabled: running.length === 0,
      onSelect: () => void actions.activate(running, false),
    },
    ...(workflowTagsDisabled ? [] : [tag]),
    { id: 'export', label: t('row.export'), onSelect: () => void actions.exportThese(selected) },
    'line',
    ...(current.length === 0
      ? ofArchived
      : ([{ id: 'archive', label: t('row.archive'), onSelect: () => void actions.archive(current, true) }] as const)),
  ];
}
