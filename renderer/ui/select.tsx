// A choice of one out of a list, below a button that shows what is chosen.
import './select.css';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

export interface SelectProps<V extends string = string> {
  readonly label: string;
  readonly value: V | null;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  /** Keeps the label for those who listen, and takes it from sight. */
  readonly isLabelHidden?: boolean;
}

export function Select<V extends string = string>(props: SelectProps<V>): ReactNode {
  const { label, value, options, onChange, placeholder, isDisabled = false, isLabelHidden = false } = props;
  return (
    <div className="field">
      <Base.Root<V>
        items={options}
        value={value}
        onValueChange={(next) => (next === null ? undefined : onChange(next))}
        disabled={isDisabled}
      >
        <Base.Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>{label}</Base.Label>
        <Base.Trigger className="button select">
          <Base.Value className="select-value" placeholder={placeholder} />
          <Base.Icon className="select-icon">
            <Icon of={ChevronsUpDown} size={14} />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className="floating-layer" sideOffset={6} alignItemWithTrigger={false}>
            <Base.Popup className="menu select-popup">
              <Base.List>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className="menu-item">
                    <Base.ItemText className="select-text">{option.label}</Base.ItemText>
                    <Base.ItemIndicator className="select-mark">
                      <Icon of={Check} size={14} />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}
