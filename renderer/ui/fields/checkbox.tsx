// A checkbox with a visible or visually hidden label.
import './checkbox.css';
import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';

export interface CheckboxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Whether some, but not all, of its items are selected. */
  readonly isMixed?: boolean;
  readonly isDisabled?: boolean;
  readonly isLabelHidden?: boolean;
}

export function Checkbox({ label, isOn, onChange, isMixed = false, isDisabled = false, isLabelHidden = false }: CheckboxProps): ReactNode {
  return (
    <label className="checkbox-line">
      <Base.Root
        className="checkbox"
        aria-label={isLabelHidden ? label : undefined}
        checked={isOn}
        indeterminate={isMixed}
        disabled={isDisabled}
        onCheckedChange={onChange}
      >
        <Base.Indicator className="checkbox-mark">
          {isMixed ? <Minus size={12} strokeWidth={2.6} aria-hidden /> : <Check size={12} strokeWidth={2.6} aria-hidden />}
        </Base.Indicator>
      </Base.Root>
      {isLabelHidden ? null : <span>{label}</span>}
    </label>
  );
}
