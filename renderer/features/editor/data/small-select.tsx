// A choice in the head of a pane: small, with a second, quieter text beside each name.
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';

export interface SmallOption<V> {
  readonly value: V;
  readonly label: string;
  readonly more?: string;
  /** Shown whole on hover where the label is cut. */
  readonly title?: string;
}

export interface SmallSelectProps<V> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly SmallOption<V>[];
  readonly onChange: (value: V) => void;
}

export function SmallSelect<V extends string | number>({ label, value, options, onChange }: SmallSelectProps<V>): ReactNode {
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root<V> value={value} onValueChange={(next) => (next === null ? undefined : onChange(next))}>
      <Base.Trigger
        className="data-select"
        aria-label={`${label}: ${chosen?.title ?? chosen?.label ?? ''} ${chosen?.more ?? ''}`.trim()}
        title={chosen?.title}
      >
        <span className="data-select-text">{chosen?.label}</span>
        {chosen?.more === undefined ? null : <em>{chosen.more}</em>}
        <Icon of={ChevronDown} size={12} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="floating-layer" sideOffset={6} alignItemWithTrigger={false}>
          <Base.Popup className="menu select-popup">
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className="menu-item" title={option.title}>
                  <Base.ItemText className="select-text">{option.label}</Base.ItemText>
                  {option.more === undefined ? null : <em className="data-select-more">{option.more}</em>}
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
