// Actions on the selected workflows.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { Button } from '../../ui/button.tsx';
import { MoreActions } from '../../ui/floating/menu.tsx';
import type { WorkflowActions } from './use-workflow-actions.ts';

export interface SelectionBarProps {
  readonly selected: readonly ListedWorkflow[];
  readonly actions: WorkflowActions;
  readonly onClear: () => void;
}

export function SelectionBar({ selected, actions, onClear }: SelectionBarProps): ReactNode {
  const { t } = useTranslation('workflows');
  const areArchived = selected.every(({ isArchived }) => isArchived === true);
  const startable = selected.filter(({ active, isArchived }) => !active && isArchived !== true);
  const running = selected.filter(({ active }) => active);
  return (
    <>
      <span aria-live="polite">{t('selection.some', { count: selected.length })}</span>
      <Button kind="quiet" onClick={onClear}>
        {t('selection.clear')}
      </Button>
      <Button onClick={() => void actions.archive(selected, !areArchived)}>{t(areArchived ? 'row.restore' : 'row.archive')}</Button>
      <MoreActions
        label={t('selection.menu')}
        entries={[
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
          { id: 'export', label: t('row.export'), onSelect: () => void actions.exportThese(selected) },
          'line',
          { id: 'delete', label: t('row.delete'), isDangerous: true, onSelect: () => void actions.remove(selected) },
        ]}
      />
    </>
  );
}
