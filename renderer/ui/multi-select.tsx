// A choice of several out of a list, below a button that says how many are chosen.
import { Select as Base } from '@base-ui/react/select';
import type { ReactNode } from 'react';
import { SelectList, type SelectOption } from './select-list.tsx';

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
      <SelectList options={options} label={label} shown={shown} />
    </Base.Root>
  );
}
