// A choice of one option from a long list, filtered by typing.
import './select.css';
import './search-select.css';
import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import type { SelectOption } from './select.tsx';

export interface SearchSelectProps {
  /** Accessible name. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  /** Placeholder of the search field. */
  readonly searchLabel: string;
  /** Shown if nothing matches. */
  readonly nothing: string;
  readonly isDisabled?: boolean;
}

const isSame = (one: SelectOption, other: SelectOption): boolean => one.value === other.value;

export function SearchSelect(props: SearchSelectProps): ReactNode {
  const { label, value, options, onChange, placeholder, searchLabel, nothing, isDisabled = false } = props;
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root<SelectOption>
      items={options}
      value={chosen}
      isItemEqualToValue={isSame}
      autoHighlight
      disabled={isDisabled}
      onValueChange={(next) => (next === null ? undefined : onChange(next.value))}
    >
      <Base.Trigger className="button select" aria-label={`${label}: ${chosen?.label ?? value}`}>
        <span className="select-value" {...(value === '' ? { 'data-placeholder': '' } : {})}>
          {value === '' ? placeholder : (chosen?.label ?? value)}
        </span>
        <Base.Icon className="select-icon">
          <Icon of={ChevronDown} size={14} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="floating-layer" sideOffset={6} align="start">
          <Base.Popup className="menu select-popup search-select" aria-label={label}>
            <Base.Input className="input" placeholder={searchLabel} aria-label={searchLabel} />
            <Base.Empty className="search-select-nothing">{nothing}</Base.Empty>
            <Base.List className="search-select-list">
              {(option: SelectOption) => (
                <Base.Item key={option.value} value={option} className="menu-item">
                  <span className="select-text">{option.label}</span>
                  <Base.ItemIndicator className="select-mark">
                    <Icon of={Check} size={14} />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
