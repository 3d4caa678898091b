// A checkbox with a visible or visually hidden label, and an error.
import './checkbox.css';
import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import { useId, type ReactNode } from 'react';

export interface CheckboxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Whether some, but not all, of its items are selected. */
  readonly isMixed?: boolean;
  readonly isDisabled?: boolean;
  readonly isLabelHidden?: boolean;
  /** Whether it must be ticked. */
  readonly isRequired?: boolean;
  readonly error?: string | undefined;
}

export function Checkbox({
  label,
  isOn,
  onChange,
  isMixed = false,
  isDisabled = false,
  isLabelHidden = false,
  isRequired = false,
  error,
}: CheckboxProps): ReactNode {
  const errorId = useId();
  const line = (
    <label className="checkbox-line">
      <Base.Root
        className="checkbox"
        aria-label={isLabelHidden ? label : undefined}
        checked={isOn}
        indeterminate={isMixed}
        disabled={isDisabled}
        onCheckedChange={onChange}
        {...(isRequired ? { 'aria-required': true } : {})}
        {...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId })}
      >
        <Base.Indicator className="checkbox-mark">
          {isMixed ? <Minus size={12} strokeWidth={2.6} aria-hidden /> : <Check size={12} strokeWidth={2.6} aria-hidden />}
        </Base.Indicator>
      </Base.Root>
      {isLabelHidden ? null : <span>{label}</span>}
    </label>
  );
  return (
    <>
      {line}
      {error === undefined ? null : (
        <p id={errorId} className="field-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
