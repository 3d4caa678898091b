// A multiple choice from a list, opened by a button that shows the number of choices.
import { Select as Base } from '@base-ui/react/select';
import type { ReactNode } from 'react';
import { SelectList, type SelectOption } from './select-list.tsx';

export interface MultiSelectProps {
  /** Accessible name. */
  readonly label: string;
  readonly values: readonly string[];
  readonly options: readonly SelectOption[];
  readonly onChange: (values: readonly string[]) => void;
  /** Text of the button, such as `2 tags`. */
  readonly shown: string;
}

export function MultiSelect({ label, values, options, onChange, shown }: MultiSelectProps): ReactNode {
  return (
    <Base.Root<string, true> multiple items={options} value={[...values]} onValueChange={onChange}>
      <SelectList options={options} label={label} shown={shown} />
    </Base.Root>
  );
}
