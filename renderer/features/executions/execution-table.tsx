// The executions as a table.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExecutionSummary } from '../../../engine/contract/rest/executions.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { WaitingRows } from '../../ui/table.tsx';
import type { Selection } from './use-selection.ts';
import { ExecutionRow } from './execution-row.tsx';
import type { ExecutionActions } from './use-execution-actions.ts';
import '../../ui/table.css';

export interface ExecutionTableProps {
  readonly rows: readonly ExecutionSummary[] | undefined;
  readonly selection: Selection;
  readonly actions: ExecutionActions;
  readonly onOpen: (id: string) => void;
  readonly onDebug: (execution: ExecutionSummary) => void;
}

const columns = ['status', 'workflow', 'started', 'time', 'mode', 'id'] as const;

export function ExecutionTable({ rows, selection, actions, onOpen, onDebug }: ExecutionTableProps): ReactNode {
  const { t } = useTranslation('executions');
  return (
    <div className="table-frame">
      <table className="table" aria-label={t('title')} aria-busy={rows === undefined}>
        <thead>
          <tr>
            <th scope="col" className="table-tight">
              <Checkbox
                label={t('row.selectAll')}
                isLabelHidden
                isOn={selection.areLoadedSelected}
                isMixed={selection.ids.size > 0 && !selection.areLoadedSelected}
                onChange={selection.setLoaded}
              />
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'mode' || column === 'id' ? 'execution-wide' : undefined}>
                {t(`column.${column}`)}
              </th>
            ))}
            <th scope="col" className="table-tight">
              <span className="visually-hidden">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? <WaitingRows columns={8} rows={6} /> : null}
          {rows?.map((execution) => (
            <ExecutionRow
              key={execution.id}
              execution={execution}
              isSelected={selection.ids.has(execution.id)}
              onSelect={(isSelected) => selection.set(execution.id, isSelected)}
              onOpen={onOpen}
              onStop={() => void actions.stop(execution.id)}
              onAnnotate={(annotation) => actions.annotate(execution.id, annotation)}
              onDebug={() => onDebug(execution)}
              onRetry={(withSavedWorkflow) => void actions.retry(execution.id, withSavedWorkflow)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
