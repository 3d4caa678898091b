// Folders and workflows as a table.
import type { PointerEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Folder } from '../../../engine/contract/rest/folders.ts';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SortHead, WaitingRows, type Sorting } from '../../ui/table.tsx';
import { startRowDrag, useRowDrag } from './folders/drag-rows.ts';
import { FolderRow } from './folders/folder-row.tsx';
import { pathOf, pathText, workflowCount, type Movable } from './folders/folder-tree.ts';
import { useFolderActions } from './folders/use-folder-actions.ts';
import type { OwnerNames, WorkflowColumn } from './list-rows.ts';
import type { WorkflowActions } from './use-workflow-actions.ts';
import { WorkflowRow } from './workflow-row.tsx';
import '../../ui/table.css';

/** Folders of the list. */
export interface ListedFolders {
  readonly all: readonly Folder[];
  /** Those in the open folder; none where matches of all folders are listed. */
  readonly rows: readonly Folder[];
  /** Whether workflows of several folders are listed. */
  readonly hasPaths: boolean;
  readonly onOpen: (id: string) => void;
}

export interface WorkflowTableProps {
  readonly rows: readonly ListedWorkflow[] | undefined;
  readonly folders: ListedFolders;
  readonly owners: OwnerNames;
  readonly sorting: Sorting<WorkflowColumn>;
  readonly onSort: (sorting: Sorting<WorkflowColumn>) => void;
  readonly onOpen: (id: string) => void;
  readonly actions: WorkflowActions;
  /** What an empty list says. */
  readonly emptyText: string;
  /** The selected workflows; absent if none can be selected. */
  readonly selection?: { readonly ids: ReadonlySet<string>; readonly onChange: (ids: ReadonlySet<string>) => void };
}

const pageColumns: readonly WorkflowColumn[] = ['name', 'lastRun', 'nextRun', 'updatedAt', 'active'];
const pageColumnsWithOwner: readonly WorkflowColumn[] = ['name', 'owner', 'lastRun', 'nextRun', 'updatedAt', 'active'];
const dialogColumns: readonly WorkflowColumn[] = ['name', 'createdAt', 'updatedAt', 'active'];

export function WorkflowTable(props: WorkflowTableProps): ReactNode {
  const { rows, folders, owners, sorting, onSort, emptyText, selection } = props;
  const { t } = useTranslation('workflows');
  const columns = selection === undefined ? dialogColumns : owners === undefined ? pageColumns : pageColumnsWithOwner;
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
            {rows === undefined ? <WaitingRows columns={columns.length + 1} /> : <Rows {...props} rows={rows} columns={columns} />}
          </tbody>
        </table>
        {rows?.length === 0 && folders.rows.length === 0 ? <p className="table-nothing">{emptyText}</p> : null}
      </div>
      <DragChip />
      <div className="visually-hidden" aria-live="polite">
        {rows === undefined ? '' : t('list.count', { count: rows.length })}
      </div>
    </>
  );
}

interface RowsProps extends WorkflowTableProps {
  readonly rows: readonly ListedWorkflow[];
  readonly columns: readonly WorkflowColumn[];
}

function Rows({ rows, columns, folders, owners, onOpen, actions, selection }: RowsProps): ReactNode {
  const { data: running } = workflowsApi.useActiveWorkflowsQuery(undefined, { refetchOnMountOrArgChange: true });
  const folderActions = useFolderActions();
  const drag = useDrag();
  const select = (id: string, isSelected: boolean): void => {
    const ids = new Set(selection?.ids);
    if (isSelected) ids.add(id);
    else ids.delete(id);
    selection?.onChange(ids);
  };
  // A selected row is dragged with the whole selection.
  const draggedWith = (workflow: ListedWorkflow): readonly ListedWorkflow[] =>
    selection?.ids.has(workflow.id) === true ? rows.filter(({ id }) => selection.ids.has(id)) : [workflow];
  return (
    <>
      {folders.rows.map((folder) => (
        <FolderRow
          key={folder.id}
          folder={folder}
          count={workflowCount(folder, folders.all)}
          columns={columns}
          owner={owners?.(folder)}
          hasSelection={selection !== undefined}
          actions={folderActions}
          onOpen={() => folders.onOpen(folder.id)}
          onDrag={(event) => drag(event, { workflows: [], folders: [folder] })}
        />
      ))}
      {rows.map((workflow) => (
        <WorkflowRow
          key={workflow.id}
          workflow={workflow}
          columns={columns}
          owner={owners?.(workflow)}
          path={folders.hasPaths ? pathText(pathOf(workflow.folderId, folders.all)) : ''}
          isStuck={workflow.active && running?.includes(workflow.id) === false}
          onOpen={onOpen}
          actions={actions}
          onDrag={(event) => drag(event, { workflows: draggedWith(workflow), folders: [] })}
          {...(selection === undefined
            ? {}
            : { isSelected: selection.ids.has(workflow.id), onSelect: (isSelected: boolean) => select(workflow.id, isSelected) })}
        />
      ))}
    </>
  );
}

/** Returns a function that starts a drag of rows, for pointerdown. */
function useDrag(): (event: PointerEvent, movable: Movable) => void {
  const { t } = useTranslation('workflows');
  const actions = useFolderActions();
  return (event, movable) => {
    const count = movable.workflows.length + movable.folders.length;
    const [name = ''] = [...movable.workflows, ...movable.folders].map((each) => each.name);
    const folderOf = (target: string): string | undefined => (target === '' ? undefined : target);
    startRowDrag(event, {
      label: t('folders.dragged', { count, name }),
      accepts: (target) => actions.canMove(movable, folderOf(target)),
      isOwn: (target) => movable.folders.some(({ id }) => id === target),
      onDrop: (target) => void actions.move(movable, folderOf(target)),
    });
  };
}

function DragChip(): ReactNode {
  const { t } = useTranslation('workflows');
  const drag = useRowDrag();
  return drag === undefined ? null : (
    <div className="row-drag-chip" style={{ left: drag.x, top: drag.y }} data-refused={drag.isRefused}>
      {drag.isRefused ? t('folders.refused') : drag.label}
    </div>
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
