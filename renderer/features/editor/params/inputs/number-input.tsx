// A number with bounds and precision.
import { useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isInexact } from '../../../../../engine/contract/exact-numbers.ts';
import type { TypeOptions } from '../../../../../engine/workflow/node-type.ts';
import { displayText } from '../../../../../engine/workflow/values/display-text.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';

export function NumberInput(props: ParameterInputProps): ReactNode {
  const { property, value, onChange, isDisabled, isInvalid, id, describedBy, onBlur } = props;
  const { t } = useTranslation('params');
  // Incomplete text, such as a single minus, which is not a number yet, or text that no number can keep.
  const [draft, setDraft] = useState<string>();
  /** The value before it was edited. */
  const before = useRef(value);
  const { minValue, maxValue, numberPrecision } = property.typeOptions ?? {};
  const rejection = draft === undefined ? undefined : rejectionOf(draft);
  const takesExpression = property.noDataExpression !== true && !isDisabled;
  const enter = (text: string): void => {
    setDraft(text);
    const number = numberOf(text);
    if (rejectionOf(text) !== undefined) onChange(before.current);
    else if (number !== undefined) onChange(number);
    else if (text.trim() === '') onChange(null);
  };
  const step = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined || isDisabled || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const by = numberPrecision === undefined ? 1 : 10 ** -numberPrecision;
    const next = boundedNumber((numberOf(draft ?? displayText(value ?? '')) ?? 0) + direction * by, property.typeOptions);
    if (next !== undefined) enter(String(next));
  };
  return (
    <>
      <input
        id={id}
        className="input"
        // Fields of the type "number" drop signs that they do not know: 1,5 would become 15.
        type="text"
        inputMode="decimal"
        role="spinbutton"
        autoComplete="off"
        spellCheck={false}
        aria-valuenow={typeof value === 'number' ? value : undefined}
        aria-invalid={isInvalid || rejection !== undefined}
        aria-describedby={[describedBy, rejection === undefined ? '' : `${id}-rejection`].filter(Boolean).join(' ') || undefined}
        aria-required={property.required}
        readOnly={isDisabled}
        placeholder={property.placeholder}
        aria-valuemin={minValue}
        aria-valuemax={maxValue}
        value={draft ?? displayText(value ?? '')}
        onFocus={() => {
          if (draft === undefined) before.current = value;
        }}
        onChange={({ currentTarget }) => enter(currentTarget.value)}
        onPaste={takesExpression ? pasteExpression(onChange) : undefined}
        onKeyDown={(event) => {
          step(event);
          if (takesExpression) typeExpression(event, onChange);
        }}
        onBlur={() => {
          const number = draft === undefined ? undefined : boundedNumber(numberOf(draft), property.typeOptions);
          if (number !== undefined && rejection === undefined) onChange(number);
          if (rejection === undefined) setDraft(undefined);
          onBlur();
        }}
      />
      {rejection === undefined ? null : (
        <div className="param-issues" id={`${id}-rejection`} role="alert">
          {t(`number.${rejection}`, { result: String(Number(draft)) })}
        </div>
      )}
    </>
  );
}

const whole = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** The beginning of a number. */
const incomplete = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?)?|\.)?$/i;

const numberOf = (text: string): number | undefined => (whole.test(text.trim()) ? Number(text) : undefined);

/** Returns why a text is not stored; undefined if it is a number, or may become one. */
function rejectionOf(text: string): 'digits' | 'range' | 'invalid' | undefined {
  const number = numberOf(text);
  if (number === undefined) return incomplete.test(text.trim()) ? undefined : 'invalid';
  if (!Number.isFinite(number)) return 'range';
  return isInexact(text.trim()) ? 'digits' : undefined;
}

/** Fields for numbers take neither braces nor `=`, so an expression replaces the field when it is typed or pasted. */
function typeExpression(event: KeyboardEvent, onChange: (value: unknown) => void): void {
  if ((event.key !== '=' && event.key !== '{') || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  onChange('={{  }}');
}

const pasteExpression =
  (onChange: (value: unknown) => void): ComponentProps<'input'>['onPaste'] =>
  (event) => {
    const pasted = event.clipboardData.getData('text/plain').trim();
    if (!pasted.includes('{{')) return;
    event.preventDefault();
    onChange(pasted.startsWith('=') ? pasted : `=${pasted}`);
  };

/** Returns the nearest number that the options allow; undefined if there is none. */
function boundedNumber(number: number | undefined, options: TypeOptions = {}): number | undefined {
  if (number === undefined || !Number.isFinite(number)) return undefined;
  const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = options;
  const rounded = numberPrecision === undefined ? number : Number(number.toFixed(Math.min(20, Math.max(0, numberPrecision))));
  return Math.min(maxValue, Math.max(minValue, rounded));
}
