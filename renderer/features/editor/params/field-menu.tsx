// The menu of a field: what can be done with it.
import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import type { FieldAction, FieldActions } from '../open-node/index.ts';

export interface FieldMenuProps {
  /** Of the field. */
  readonly name: string;
  readonly onReset: () => void;
  /** Further actions, which the input has told. */
  readonly offers: readonly FieldAction[];
  readonly actions: FieldActions;
  readonly more?: readonly MenuEntry[];
}

export function FieldMenu({ name, onReset, offers, actions, more = [] }: FieldMenuProps): ReactNode {
  const { t } = useTranslation('params');
  return (
    <Menu
      trigger={
        <IconButton label={t('options', { name })} size="small" className="param-more">
          <Icon of={EllipsisVertical} size={14} />
        </IconButton>
      }
      entries={[
        { id: 'reset', label: t('reset'), onSelect: onReset },
        ...offers.map((action) => ({ id: action, label: t(`actions.${action}`), onSelect: () => actions.current[action]?.() })),
        ...more,
      ]}
    />
  );
}
