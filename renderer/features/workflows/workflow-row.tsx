// One workflow of the list.
import { useState, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  Archive,
  ArchiveRestore,
  Copy,
  Download,
  FolderInput,
  FolderOpen,
  History,
  Power,
  PowerOff,
  Settings2,
  TextAlignStart,
  Trash2,
} from 'lucide-react';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Switch } from '../../ui/fields/field.tsx';
import { MoreActions, type MenuEntry } from '../../ui/floating/menu.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { openByClick } from '../../ui/table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { NotRunning } from './activation-warning.tsx';
import { LastRun } from './last-run.tsx';
import type { WorkflowColumn } from './list-rows.ts';
import { NextRun } from './next-runs.tsx';
import { useActivation } from './use-activation.ts';
import type { WorkflowActions } from './use-workflow-actions.ts';

/** Number of visible tags; the others are counted. */
const TAGS = 3;

export interface WorkflowRowProps {
  readonly workflow: ListedWorkflow;
  readonly columns: readonly WorkflowColumn[];
  /** The workflow is active, but does not run. */
  readonly isStuck: boolean;
  readonly onOpen: (id: string) => void;
  readonly actions: WorkflowActions;
  readonly isSelected?: boolean;
  /** Absent if the workflow cannot be selected. */
  readonly onSelect?: (isSelected: boolean) => void;
  readonly owner: string | undefined;
  /** The path of its folder, where workflows of several folders are listed. */
  readonly path: string;
  /** Called on pointerdown. */
  readonly onDrag: (event: PointerEvent) => void;
}

export function WorkflowRow(props: WorkflowRowProps): ReactNode {
  const { workflow, columns, isStuck, onOpen, actions, isSelected = false, onSelect, owner, path, onDrag } = props;
  const { t } = useTranslation('workflows');
  const { id, name, createdAt, updatedAt } = workflow;
  const activation = useActivation();
  const cells: Readonly<Record<WorkflowColumn, () => ReactNode>> = {
    name: () => <Name workflow={workflow} path={path} onOpen={onOpen} />,
    owner: () => (
      <span className="workflow-owner" title={owner}>
        {owner}
      </span>
    ),
    createdAt: () => <RelativeTime at={createdAt} />,
    updatedAt: () => <RelativeTime at={updatedAt} />,
    lastRun: () => <LastRun workflow={workflow} />,
    nextRun: () => <NextRun workflow={workflow} />,
    active: () => (
      <span className="row workflow-active">
        {workflow.isArchived === true ? <Tag>{t('list.archived')}</Tag> : <ActiveSwitch workflow={workflow} activation={activation} />}
        {isStuck ? <NotRunning id={id} /> : null}
      </span>
    ),
  };
  return (
    <tr
      data-selected={isSelected}
      onClick={openByClick(() => onOpen(id))}
      onPointerDown={onDrag}
      onDragStart={(event) => event.preventDefault()}
    >
      {onSelect === undefined ? null : (
        <td className="table-tight">
          <Checkbox label={t('list.select', { name })} isLabelHidden isOn={isSelected} onChange={onSelect} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column} className={column === 'name' ? 'workflow-name' : 'table-tight'} data-column={column}>
          {cells[column]()}
        </td>
      ))}
      <td className="table-tight table-actions">
        <RowMenu
          workflow={workflow}
          onOpen={() => onOpen(id)}
          actions={actions}
          onActivate={(isOn) => void activation.setActive(workflow, isOn)}
        />
      </td>
    </tr>
  );
}

function Name({ workflow: { id, name, tags }, path, onOpen }: Pick<WorkflowRowProps, 'workflow' | 'path' | 'onOpen'>): ReactNode {
  const { t } = useTranslation('workflows');
  const more = tags.slice(TAGS);
  const line = (
    <span className="row">
      <button type="button" className="link-button table-main" title={name} onClick={() => onOpen(id)}>
        {name}
      </button>
      {tags.length === 0 ? null : (
        <span className="workflow-tags">
          {tags.slice(0, TAGS).map((tag) => (
            <Tag key={tag.id}>{tag.name}</Tag>
          ))}
          {more.length > 0 ? (
            <Tooltip label={more.map((tag) => tag.name).join(', ')}>
              <button type="button" className="tag" aria-label={t('list.moreTags', { count: more.length })}>
                +{more.length}
              </button>
            </Tooltip>
          ) : null}
        </span>
      )}
    </span>
  );
  if (path === '') return line;
  return (
    <>
      {line}
      <div className="table-sub" title={path}>
        {path}
      </div>
    </>
  );
}

interface ActiveSwitchProps {
  readonly workflow: ListedWorkflow;
  readonly activation: ReturnType<typeof useActivation>;
}

function ActiveSwitch({ workflow, activation: { setActive, isBusy } }: ActiveSwitchProps): ReactNode {
  const { t } = useTranslation('workflows');
  /** Requested state while the engine works on it. */
  const [requestedState, setRequestedState] = useState<boolean>();
  const change = async (active: boolean): Promise<void> => {
    setRequestedState(active);
    await setActive(workflow, active);
    setRequestedState(undefined);
  };
  return (
    <Switch
      label={t('list.active', { name: workflow.name })}
      isOn={requestedState ?? workflow.active}
      isDisabled={isBusy}
      onChange={(active) => void change(active)}
    />
  );
}

interface RowMenuProps {
  readonly workflow: ListedWorkflow;
  readonly actions: WorkflowActions;
  readonly onOpen: () => void;
  readonly onActivate: (isOn: boolean) => void;
}

/** Menu of a workflow in the list. */
function RowMenu({ workflow, actions, onOpen, onActivate }: RowMenuProps): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { id, name, active, isArchived = false } = workflow;
  const entries: MenuEntry[] = [
    { id: 'open', icon: <Icon of={FolderOpen} />, label: t('row.open'), onSelect: onOpen },
    {
      id: 'duplicate',
      icon: <Icon of={Copy} />,
      label: t('row.duplicate'),
      onSelect: () => dispatch(modalOpened({ name: 'duplicate-workflow', activeId: id })),
    },
    { id: 'export', icon: <Icon of={Download} />, label: t('row.export'), onSelect: () => void actions.exportThese([workflow]) },
    {
      id: 'executions',
      icon: <Icon of={TextAlignStart} />,
      label: t('row.executions'),
      onSelect: () => dispatch(modalOpened({ name: 'executions', workflowId: id })),
    },
    {
      id: 'history',
      icon: <Icon of={History} />,
      label: t('row.history'),
      onSelect: () => void navigate(`/workflow/${encodeURIComponent(id)}/history`),
    },
    {
      id: 'settings',
      icon: <Icon of={Settings2} />,
      label: t('row.settings'),
      onSelect: () => dispatch(modalOpened({ name: 'workflow-settings', activeId: id })),
    },
    {
      id: 'move',
      icon: <Icon of={FolderInput} />,
      label: t('folders.move'),
      onSelect: () => dispatch(modalOpened({ name: 'move-to-folder', workflows: [id], folders: [] })),
    },
    'line',
    {
      id: 'activate',
      icon: <Icon of={active ? PowerOff : Power} />,
      label: t(active ? 'row.deactivate' : 'row.activate'),
      isDisabled: isArchived,
      onSelect: () => onActivate(!active),
    },
    {
      id: 'archive',
      icon: <Icon of={isArchived ? ArchiveRestore : Archive} />,
      label: t(isArchived ? 'row.restore' : 'row.archive'),
      onSelect: () => void actions.archive([workflow], !isArchived),
    },
    // Workflows are archived before they can be deleted.
    ...(isArchived
      ? ([
          'line',
          {
            id: 'delete',
            icon: <Icon of={Trash2} />,
            label: t('row.delete'),
            isDangerous: true,
            onSelect: () => void actions.remove([workflow]),
          },
        ] as const)
      : []),
  ];
  return <MoreActions size="small" label={t('row.menu', { name })} entries={entries} />;
}
