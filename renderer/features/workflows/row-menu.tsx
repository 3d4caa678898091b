// Menu of a workflow in the list.
import { Copy, FolderOpen, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { Icon } from '../../ui/icon.tsx';
import { MoreActions } from '../../ui/floating/menu.tsx';

export interface RowMenuProps {
  readonly id: string;
  readonly name: string;
  readonly onOpen: () => void;
}

export function RowMenu({ id, name, onOpen }: RowMenuProps): ReactNode {
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
