// Shared parts of Select and MultiSelect: the button with the current choice, and the list below it.
import './select.css';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

export interface SelectListProps {
  readonly options: readonly SelectOption[];
  /** Accessible name of the button if it has no label. */
  readonly label?: string;
  /** Placeholder while nothing is chosen. */
  readonly placeholder?: string;
  /** Text of the button instead of the current choice. */
  readonly shown?: string;
}

/** The button. Must be inside a Select root. */
export function SelectList({ options, label, placeholder, shown }: SelectListProps): ReactNode {
  return (
    <>
      <Base.Trigger className="button select" aria-label={label}>
        <Base.Value className="select-value" placeholder={placeholder}>
          {shown === undefined ? undefined : () => shown}
        </Base.Value>
        <Base.Icon className="select-icon">
          <Icon of={ChevronDown} size={14} />
        </Base.Icon>
      </Base.Trigger>
      <SelectPopup options={options} />
    </>
  );
}

/** Options. A quieter second text may follow the name; `title` has the full text if the name is truncated. */
export interface PopupOption<V> {
  readonly value: V;
  readonly label: string;
  readonly more?: string;
  readonly title?: string;
}

/** The list below the button. Must be inside a Select root. */
export function SelectPopup<V extends string | number>({ options }: { readonly options: readonly PopupOption<V>[] }): ReactNode {
  return (
    <Base.Portal>
      <Base.Positioner className="floating-layer" sideOffset={6} alignItemWithTrigger={false}>
        <Base.Popup className="menu select-popup">
          <Base.List>
            {options.map(({ value, label, more, title }) => (
              <Base.Item key={value} value={value} className="menu-item" title={title}>
                <Base.ItemText className="select-text">{label}</Base.ItemText>
                {more === undefined ? null : <em className="select-more">{more}</em>}
                <Base.ItemIndicator className="select-mark">
                  <Icon of={Check} size={14} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
