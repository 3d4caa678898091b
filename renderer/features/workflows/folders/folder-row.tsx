// One folder of the list. It takes rows that are dragged onto it, and can be dragged itself.
import './folders.css';
import { Folder as FolderIcon, FolderInput, FolderOpen, Pencil, Trash2 } from 'lucide-react';
import type { PointerEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Folder } from '../../../../engine/contract/rest/folders.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { modalOpened } from '../../../state/ui-slice.ts';
import { MoreActions } from '../../../ui/floating/menu.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { openByClick } from '../../../ui/table.tsx';
import type { WorkflowColumn } from '../list-rows.ts';
import { useIsOverFolder } from './drag-rows.ts';
import type { FolderActions } from './use-folder-actions.ts';

export interface FolderRowProps {
  readonly folder: Folder;
  /** Number of workflows in it and the folders in it. */
  readonly count: number;
  readonly columns: readonly WorkflowColumn[];
  readonly owner: string | undefined;
  /** Whether the table has a column for the selection. It is empty in the rows of folders. */
  readonly hasSelection: boolean;
  readonly actions: FolderActions;
  readonly onOpen: () => void;
  readonly onDrag: (event: PointerEvent) => void;
}

export function FolderRow({ folder, count, columns, owner, hasSelection, actions, onOpen, onDrag }: FolderRowProps): ReactNode {
  const { t } = useTranslation('workflows');
  const isOver = useIsOverFolder(folder.id);
  const cells: Partial<Record<WorkflowColumn, () => ReactNode>> = {
    name: () => (
      <span className="row">
        <span className="row folder-name">
          <Icon of={FolderIcon} />
          <button type="button" className="link-button table-main" title={folder.name} onClick={onOpen}>
            {folder.name}
          </button>
        </span>
        <span className="quiet-text folder-count">{t('folders.workflows', { count })}</span>
      </span>
    ),
    owner: () => (
      <span className="workflow-owner" title={owner}>
        {owner}
      </span>
    ),
    createdAt: () => <RelativeTime at={folder.createdAt} />,
    updatedAt: () => <RelativeTime at={folder.updatedAt} />,
  };
  return (
    <tr
      data-selected={false}
      data-drop-folder={folder.id}
      data-over={isOver}
      onClick={openByClick(onOpen)}
      onPointerDown={onDrag}
      onDragStart={(event) => event.preventDefault()}
    >
      {hasSelection ? <td className="table-tight" /> : null}
      {columns.map((column) => (
        <td key={column} className={column === 'name' ? 'workflow-name' : 'table-tight'} data-column={column}>
          {cells[column]?.()}
        </td>
      ))}
      <td className="table-tight table-actions">
        <FolderMenu folder={folder} actions={actions} onOpen={onOpen} />
      </td>
    </tr>
  );
}

function FolderMenu({ folder, actions, onOpen }: Pick<FolderRowProps, 'folder' | 'actions' | 'onOpen'>): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const { id, name } = folder;
  return (
    <MoreActions
      size="small"
      label={t('folders.menu', { name })}
      entries={[
        { id: 'open', icon: <Icon of={FolderOpen} />, label: t('row.open'), onSelect: onOpen },
        {
          id: 'rename',
          icon: <Icon of={Pencil} />,
          label: t('folders.rename'),
          onSelect: () => dispatch(modalOpened({ name: 'folder', activeId: id })),
        },
        {
          id: 'move',
          icon: <Icon of={FolderInput} />,
          label: t('folders.move'),
          onSelect: () => dispatch(modalOpened({ name: 'move-to-folder', workflows: [], folders: [id] })),
        },
        'line',
        {
          id: 'delete',
          icon: <Icon of={Trash2} />,
          label: t('row.delete'),
          isDangerous: true,
          onSelect: () => void actions.remove(folder),
        },
      ]}
    />
  );
}
