// A choice of one from a list, opened by a button that shows the choice.
import { Select as Base } from '@base-ui/react/select';
import type { ReactNode } from 'react';
import { SelectList, type SelectOption } from './select-list.tsx';

export type { SelectOption } from './select-list.tsx';

export interface SelectProps<V extends string = string> {
  readonly label: string;
  readonly value: V | null;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  /** Placeholder while nothing is chosen. */
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  /** Hides the label visually. */
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
        <SelectList options={options} placeholder={placeholder} />
      </Base.Root>
    </div>
  );
}
