// An on/off switch.
import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import type { ParameterInputProps } from '../parameter-input.tsx';

export function BooleanInput({ value, onChange, isDisabled, id, describedBy, onBlur }: ParameterInputProps): ReactNode {
  return (
    <Base.Root
      id={id}
      className="switch"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      checked={value === true}
      disabled={isDisabled}
      onCheckedChange={onChange}
      onBlur={onBlur}
    >
      <Base.Thumb className="switch-thumb" />
    </Base.Root>
  );
}
