// A number with bounds and precision.
import { useState, type ReactNode } from 'react';
import type { TypeOptions } from '../../../../../engine/workflow/node-type.ts';
import { shownValue } from '../../../../../engine/workflow/values/shown-value.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';

export function NumberInput({ property, value, onChange, isDisabled, isInvalid, id, describedBy, onBlur }: ParameterInputProps): ReactNode {
  // Incomplete text, such as a single minus, which is not a number yet.
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

/** Returns the nearest number that the options allow; undefined if the value is not a number. */
function boundedNumber(value: unknown, options: TypeOptions = {}): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = options;
  const rounded = numberPrecision === undefined ? number : Number(number.toFixed(Math.min(20, Math.max(0, numberPrecision))));
  return Math.min(maxValue, Math.max(minValue, rounded));
}
