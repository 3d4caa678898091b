// A number with bounds and precision.
import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isInexact } from '../../../../../engine/contract/exact-numbers.ts';
import type { TypeOptions } from '../../../../../engine/workflow/node-type.ts';
import { displayText } from '../../../../../engine/workflow/values/display-text.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';

export function NumberInput(props: ParameterInputProps): ReactNode {
  const { property, value, onChange, isDisabled, isInvalid, id, describedBy, onBlur } = props;
  const { t } = useTranslation('params');
  // Incomplete text, such as a single minus, which is not a number yet, or digits that no number can keep.
  const [draft, setDraft] = useState<string>();
  /** The value before it was edited. */
  const before = useRef(value);
  const { minValue, maxValue, numberPrecision } = property.typeOptions ?? {};
  const isRejected = draft !== undefined && isInexact(draft);
  const takesExpression = property.noDataExpression !== true && !isDisabled;
  const enter = (text: string, isValid: boolean): void => {
    setDraft(text);
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (isInexact(text)) onChange(before.current);
    else if (!Number.isNaN(number)) onChange(number);
    else if (text === '' && isValid) onChange(null);
  };
  return (
    <>
      <input
        id={id}
        className="input"
        type="number"
        aria-invalid={isInvalid || isRejected}
        aria-describedby={[describedBy, isRejected ? `${id}-digits` : ''].filter(Boolean).join(' ') || undefined}
        aria-required={property.required}
        readOnly={isDisabled}
        placeholder={property.placeholder}
        min={minValue}
        max={maxValue}
        step={numberPrecision === undefined ? 'any' : 10 ** -numberPrecision}
        value={draft ?? displayText(value ?? '')}
        onFocus={() => {
          if (draft === undefined) before.current = value;
        }}
        onChange={({ currentTarget }) => enter(currentTarget.value, currentTarget.validity.valid)}
        {...(takesExpression ? expressionEntry(onChange) : {})}
        onBlur={() => {
          const number = boundedNumber(draft ?? value, property.typeOptions);
          if (draft !== undefined && number !== undefined && !isRejected) onChange(number);
          if (!isRejected) setDraft(undefined);
          onBlur();
        }}
      />
      {isRejected ? (
        <div className="param-issues" id={`${id}-digits`} role="alert">
          {t('number.digits', { kept: String(Number(draft)) })}
        </div>
      ) : null}
    </>
  );
}

/** Fields for numbers take neither braces nor `=`, so an expression replaces the field when it is typed or pasted. */
const expressionEntry = (onChange: (value: unknown) => void): Pick<ComponentProps<'input'>, 'onKeyDown' | 'onPaste'> => ({
  onKeyDown: (event) => {
    if ((event.key !== '=' && event.key !== '{') || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChange('={{  }}');
  },
  onPaste: (event) => {
    const text = event.clipboardData.getData('text/plain').trim();
    if (!text.includes('{{')) return;
    event.preventDefault();
    onChange(text.startsWith('=') ? text : `=${text}`);
  },
});

/** Returns the nearest number that the options allow; undefined if the value is not a number. */
function boundedNumber(value: unknown, options: TypeOptions = {}): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = options;
  const rounded = numberPrecision === undefined ? number : Number(number.toFixed(Math.min(20, Math.max(0, numberPrecision))));
  return Math.min(maxValue, Math.max(minValue, rounded));
}
