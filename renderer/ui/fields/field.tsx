// Text fields of one or more lines, with label, hint and error; and a switch.
import './field.css';
import { Field as Base } from '@base-ui/react/field';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  /** `caret`: position of the caret; null if the field has none. */
  readonly onChange: (value: string, caret: number | null) => void;
  readonly hint?: string;
  readonly error?: string;
  /** Hides the label visually. */
  readonly isLabelHidden?: boolean;
  /** Marks the field as required. */
  readonly isRequired?: boolean;
  /** Number of lines of a longer text. Default: 1. */
  readonly rows?: number | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  error,
  isLabelHidden = false,
  isRequired = false,
  rows = 1,
  ...rest
}: TextFieldProps): ReactNode {
  return (
    <Base.Root className="field" invalid={error !== undefined}>
      <Base.Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>
        {label}
        {isRequired ? (
          <span className="field-required" aria-hidden>
            *
          </span>
        ) : null}
      </Base.Label>
      <Base.Control
        {...rest}
        {...(rows > 1 ? { render: <textarea rows={rows} /> } : {})}
        className="input"
        value={value}
        aria-invalid={error !== undefined}
        {...(isRequired ? { 'aria-required': true } : {})}
        onChange={(event) => onChange(event.currentTarget.value, event.currentTarget.selectionStart)}
      />
      {hint === undefined || error !== undefined ? null : <Base.Description className="field-hint">{hint}</Base.Description>}
      {error === undefined ? null : (
        <Base.Error match className="field-error">
          {error}
        </Base.Error>
      )}
    </Base.Root>
  );
}

export interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}

/** A switch whose label is visually hidden; callers render visible text themselves. */
export function Switch({ label, isOn, onChange, isDisabled = false }: SwitchProps): ReactNode {
  return (
    <BaseSwitch.Root className="switch" aria-label={label} checked={isOn} onCheckedChange={onChange} disabled={isDisabled}>
      <BaseSwitch.Thumb className="switch-thumb" />
    </BaseSwitch.Root>
  );
}
