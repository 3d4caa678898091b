// A choice of one option out of a few, all visible in a row.
import './radio-row.css';
import { Radio as BaseRadio } from '@base-ui/react/radio';
import { RadioGroup as Base } from '@base-ui/react/radio-group';
import { useId, type ReactNode } from 'react';

export interface RadioRowProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string; readonly icon?: ReactNode }[];
  readonly onChange: (value: V) => void;
}

export function RadioRow<V extends string>({ label, value, options, onChange }: RadioRowProps<V>): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <span className="field-label" id={id}>
        {label}
      </span>
      <Base className="radio-row" aria-labelledby={id} value={value} onValueChange={(next) => onChange(next as V)}>
        {options.map((option) => (
          <BaseRadio.Root key={option.value} value={option.value} className="radio-choice" aria-label={option.label}>
            {option.icon}
            {option.label}
          </BaseRadio.Root>
        ))}
      </Base>
    </div>
  );
}
