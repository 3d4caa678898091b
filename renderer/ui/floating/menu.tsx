// A menu below a button.
import './floating.css';
import { Menu as Base } from '@base-ui/react/menu';
import { Check, Ellipsis } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { IconButton, type IconButtonProps } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { Keys } from './keys.tsx';

export type MenuEntry =
  | 'line'
  | {
      readonly id: string;
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string;
      readonly isDisabled?: boolean;
      readonly isDangerous?: boolean;
      /** Whether an entry is checked; absent if it cannot be checked. */
      readonly isOn?: boolean;
      readonly onSelect: () => void;
    };

function Entries({ entries }: { readonly entries: readonly MenuEntry[] }): ReactNode {
  return entries.map((entry, index) =>
    entry === 'line' ? (
      <Base.Separator key={`line ${index}`} className="menu-line" />
    ) : entry.isOn !== undefined ? (
      <Base.CheckboxItem
        key={entry.id}
        className="menu-item"
        checked={entry.isOn}
        disabled={entry.isDisabled}
        onCheckedChange={entry.onSelect}
      >
        {entry.icon}
        <span>{entry.label}</span>
        <Base.CheckboxItemIndicator className="menu-mark">
          <Icon of={Check} size={14} />
        </Base.CheckboxItemIndicator>
      </Base.CheckboxItem>
    ) : (
      <Base.Item key={entry.id} className="menu-item" disabled={entry.isDisabled} data-danger={entry.isDangerous} onClick={entry.onSelect}>
        {entry.icon}
        <span>{entry.label}</span>
        {entry.shortcut === undefined ? null : <Keys keys={entry.shortcut} />}
      </Base.Item>
    ),
  );
}

export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'end';
  readonly side?: 'bottom' | 'right';
}

export function Menu({ trigger, entries, align = 'end', side = 'bottom' }: MenuProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} side={side} align={align} className="floating-layer">
          <Base.Popup className="menu">
            <Entries entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A menu of further actions, below a button with an ellipsis. */
export function MoreActions({ label, entries, size }: Pick<MenuProps, 'entries'> & Pick<IconButtonProps, 'label' | 'size'>): ReactNode {
  return (
    <Menu
      trigger={
        <IconButton size={size} label={label}>
          <Icon of={Ellipsis} size={size === 'small' ? 14 : undefined} />
        </IconButton>
      }
      entries={entries}
    />
  );
}
