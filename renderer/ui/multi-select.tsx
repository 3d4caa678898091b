// A choice of several out of a list, below a button that says how many are chosen.
import './select.css';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { SelectOption } from './select.tsx';

export interface MultiSelectProps {
  /** For those who listen. */
  readonly label: string;
  readonly values: readonly string[];
  readonly options: readonly SelectOption[];
  readonly onChange: (values: readonly string[]) => void;
  /** What the button shows, such as `2 tags`. */
  readonly shown: string;
}

export function MultiSelect({ label, values, options, onChange, shown }: MultiSelectProps): ReactNode {
  return (
    <Base.Root<string, true> multiple items={options} value={[...values]} onValueChange={onChange}>
      <Base.Trigger className="button select" aria-label={label}>
        <Base.Value className="select-value">{() => shown}</Base.Value>
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
  );
}
