// The workflows as a table.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SortHead, WaitingRows, type Sorting } from '../../ui/table.tsx';
import type { WorkflowColumn } from './list-rows.ts';
import type { WorkflowActions } from './use-workflow-actions.ts';
import { WorkflowRow } from './workflow-row.tsx';
import '../../ui/table.css';

export interface WorkflowTableProps {
  readonly rows: readonly ListedWorkflow[] | undefined;
  readonly sorting: Sorting<WorkflowColumn>;
  readonly onSort: (sorting: Sorting<WorkflowColumn>) => void;
  readonly onOpen: (id: string) => void;
  readonly actions: WorkflowActions;
  /** The selected workflows; absent if none can be selected. */
  readonly selection?: { readonly ids: ReadonlySet<string>; readonly onChange: (ids: ReadonlySet<string>) => void };
}

const pageColumns: readonly WorkflowColumn[] = ['name', 'lastRun', 'nextRun', 'updatedAt', 'active'];
const dialogColumns: readonly WorkflowColumn[] = ['name', 'createdAt', 'updatedAt', 'active'];

export function WorkflowTable({ rows, sorting, onSort, onOpen, actions, selection }: WorkflowTableProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { data: running } = workflowsApi.useActiveWorkflowsQuery(undefined, { refetchOnMountOrArgChange: true });
  const columns = selection === undefined ? dialogColumns : pageColumns;
  const select = (id: string, isSelected: boolean): void => {
    const ids = new Set(selection?.ids);
    if (isSelected) ids.add(id);
    else ids.delete(id);
    selection?.onChange(ids);
  };
  return (
    <>
      <div className="table-frame">
        <table className="table" aria-label={t('list.label')} aria-busy={rows === undefined}>
          <thead>
            <tr>
              {selection === undefined ? null : <SelectAll rows={rows ?? []} selection={selection} />}
              {columns.map((column) => (
                <SortHead key={column} column={column} label={t(`column.${column}`)} sorting={sorting} onSort={onSort} />
              ))}
              <th scope="col" className="table-tight">
                <span className="visually-hidden">{t('column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows === undefined ? <WaitingRows columns={columns.length + 1} /> : null}
            {rows?.map((workflow) => (
              <WorkflowRow
                key={workflow.id}
                workflow={workflow}
                columns={columns}
                isStuck={workflow.active && running?.includes(workflow.id) === false}
                onOpen={onOpen}
                actions={actions}
                {...(selection === undefined
                  ? {}
                  : { isSelected: selection.ids.has(workflow.id), onSelect: (isSelected: boolean) => select(workflow.id, isSelected) })}
              />
            ))}
          </tbody>
        </table>
        {rows?.length === 0 ? <p className="table-nothing">{t('list.noMatch')}</p> : null}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {rows === undefined ? '' : t('list.count', { count: rows.length })}
      </div>
    </>
  );
}

interface SelectAllProps {
  readonly rows: readonly ListedWorkflow[];
  readonly selection: NonNullable<WorkflowTableProps['selection']>;
}

function SelectAll({ rows, selection: { ids, onChange } }: SelectAllProps): ReactNode {
  const { t } = useTranslation('workflows');
  const isAll = rows.length > 0 && ids.size === rows.length;
  return (
    <th scope="col" className="table-tight">
      <Checkbox
        label={t('list.selectAll')}
        isLabelHidden
        isOn={isAll}
        isMixed={ids.size > 0 && !isAll}
        onChange={(isOn) => onChange(new Set(isOn ? rows.map(({ id }) => id) : []))}
      />
    </th>
  );
}
