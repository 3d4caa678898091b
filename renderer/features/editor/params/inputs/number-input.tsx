// Numbers within bounds and with a precision.
import { useState, type ReactNode } from 'react';
import { shownValue } from '../../../../../engine/workflow/shown-value.ts';
import { boundedNumber } from '../bounded-number.ts';
import type { ParameterInputProps } from '../parameter-input.ts';

export function NumberInput({ property, value, onChange, isDisabled, isInvalid, id, describedBy, onBlur }: ParameterInputProps): ReactNode {
  // While it is being written it may be no number yet, such as a minus alone.
  const [draft, setDraft] = useState<string>();
  const { minValue, maxValue, numberPrecision } = property.typeOptions ?? {};
  return (
    <input
      id={id}
      className="input"
      type="number"
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      aria-required={property.required}
      readOnly={isDisabled}
      placeholder={property.placeholder}
      min={minValue}
      max={maxValue}
      step={numberPrecision === undefined ? 'any' : 10 ** -numberPrecision}
      value={draft ?? shownValue(value ?? '')}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setDraft(text);
        const number = text.trim() === '' ? Number.NaN : Number(text);
        if (!Number.isNaN(number)) onChange(number);
        else if (text === '' && event.currentTarget.validity.valid) onChange(null);
      }}
      onBlur={() => {
        const number = boundedNumber(draft ?? value, property.typeOptions);
        if (draft !== undefined && number !== undefined) onChange(number);
        setDraft(undefined);
        onBlur();
      }}
    />
  );
}
