// One workflow of the list.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkflowSummaryAnswer } from '../../../engine/contract/rest/workflows.ts';
import { Switch } from '../../ui/fields/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';
import { NotRunning } from './activation-warning.tsx';
import { useActivation } from './use-activation.ts';
import { Copy, FolderOpen, Settings2 } from 'lucide-react';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { Icon } from '../../ui/icon.tsx';
import { MoreActions } from '../../ui/floating/menu.tsx';

/** Number of visible tags; the others are counted. */
const TAGS = 3;

export interface WorkflowRowProps {
  readonly workflow: WorkflowSummaryAnswer;
  /** The workflow is active, but does not run. */
  readonly isStuck: boolean;
  readonly onOpen: (id: string) => void;
}

export function WorkflowRow({ workflow, isStuck, onOpen }: WorkflowRowProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { id, name, tags, createdAt, updatedAt } = workflow;
  return (
    <tr>
      <td className="workflow-name">
        <span className="row">
          <button type="button" className="link-button table-main" title={name} onClick={() => onOpen(id)}>
            {name}
          </button>
          {tags.slice(0, TAGS).map((tag) => (
            <Tag key={tag.id}>{tag.name}</Tag>
          ))}
          {tags.length > TAGS ? (
            <Tooltip
              label={tags
                .slice(TAGS)
                .map((tag) => tag.name)
                .join(', ')}
            >
              <button type="button" className="tag" aria-label={t('list.moreTags', { count: tags.length - TAGS })}>
                +{tags.length - TAGS}
              </button>
            </Tooltip>
          ) : null}
        </span>
      </td>
      <td className="table-tight">
        <RelativeTime at={createdAt} />
      </td>
      <td className="table-tight">
        <RelativeTime at={updatedAt} />
      </td>
      <td className="table-tight">
        <span className="row workflow-active">
          <ActiveSwitch workflow={workflow} />
          {isStuck ? <NotRunning id={id} /> : null}
        </span>
      </td>
      <td className="table-tight table-actions">
        <RowMenu id={id} name={name} onOpen={() => onOpen(id)} />
      </td>
    </tr>
  );
}

function ActiveSwitch({ workflow }: { readonly workflow: WorkflowSummaryAnswer }): ReactNode {
  const { t } = useTranslation('workflows');
  const { setActive, isBusy } = useActivation();
  /** Requested state while the engine works on it. */
  const [wanted, setWanted] = useState<boolean>();
  const change = async (active: boolean): Promise<void> => {
    setWanted(active);
    await setActive(workflow, active);
    setWanted(undefined);
  };
  return (
    <Switch
      label={t('list.active', { name: workflow.name })}
      isOn={wanted ?? workflow.active}
      isDisabled={isBusy}
      onChange={(active) => void change(active)}
    />
  );
}

interface RowMenuProps {
  readonly id: string;
  readonly name: string;
  readonly onOpen: () => void;
}

/** Menu of a workflow in the list. */
function RowMenu({ id, name, onOpen }: RowMenuProps): ReactNode {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  return (
    <MoreActions
      size="small"
      label={t('row.menu', { name })}
      entries={[
        { id: 'open', icon: <Icon of={FolderOpen} />, label: t('row.open'), onSelect: onOpen },
        {
          id: 'duplicate',
          icon: <Icon of={Copy} />,
          label: t('row.duplicate'),
          onSelect: () => dispatch(modalOpened({ name: 'duplicate-workflow', activeId: id })),
        },
        {
          id: 'settings',
          icon: <Icon of={Settings2} />,
          label: t('row.settings'),
          onSelect: () => dispatch(modalOpened({ name: 'workflow-settings', activeId: id })),
        },
      ]}
    />
  );
}
