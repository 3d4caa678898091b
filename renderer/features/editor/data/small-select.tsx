// A small select for pane headers, with a secondary text beside each option.
import { Select as Base } from '@base-ui/react/select';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { SelectPopup, type PopupOption } from '../../../ui/fields/select.tsx';

interface SmallSelectProps<V> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly PopupOption<V>[];
  readonly onChange: (value: V) => void;
}

export function SmallSelect<V extends string | number>({ label, value, options, onChange }: SmallSelectProps<V>): ReactNode {
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root<V> value={value} onValueChange={(next) => (next === null ? undefined : onChange(next))}>
      <Base.Trigger
        className="button select"
        data-size="small"
        aria-label={`${label}: ${chosen?.title ?? chosen?.label ?? ''} ${chosen?.more ?? ''}`.trim()}
        title={chosen?.title}
      >
        <span className="select-value">{chosen?.label}</span>
        {chosen?.more === undefined ? null : <em className="select-more">{chosen.more}</em>}
        <Icon of={ChevronDown} size={14} />
      </Base.Trigger>
      <SelectPopup options={options} />
    </Base.Root>
  );
}
