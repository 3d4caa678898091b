// Values of typed fields: checked against the field's type, and converted where that is safe.
import { DateTime } from 'luxon';
import { NodeError } from '../../../sdk/index.ts';
import { validateFieldType } from '../../../workflow/values/type-validation.ts';

export interface TypedValueOptions {
  /** Whether a value that cannot be converted is kept unchanged. */
  readonly ignoreErrors?: boolean;
  /** IANA time zone of dates without a zone. */
  readonly timezone?: string;
  /** How a text field treats null: converts it to text, or throws. By default it stays null. */
  readonly nullText?: 'text' | 'error';
}

/**
 * Returns the value for a field of a type (`string`, `number`, `boolean`, `array`, `object`, `dateTime`); null if it is missing. Other types
 * accept any value. Throws NodeError PARAMETER_INVALID for a value that cannot be converted.
 */
export function typedValue(name: string, type: string, value: unknown, itemIndex: number, options: TypedValueOptions = {}): unknown {
  if (value === null && type === 'string' && options.nullText !== undefined) return nullAsText(name, itemIndex, options);
  if (value === null || value === undefined) return null;
  if (typeof value === type && type !== 'object' && !Number.isNaN(value)) return value;
  // Blank text is the number 0 here, unlike in conditions.
  if (type === 'number' && typeof value === 'string' && value.trim() === '') return 0;
  const result = validateFieldType(name, value, type, { parseStrings: true, timezone: options.timezone });
  if (result.valid) return DateTime.isDateTime(result.newValue) ? result.newValue.toISO() : result.newValue;
  if (options.ignoreErrors === true) return value;
  throw notConverted(name, result.errorMessage, itemIndex);
}

function nullAsText(name: string, itemIndex: number, { nullText, ignoreErrors }: TypedValueOptions): string | null {
  if (nullText === 'text') return 'null';
  if (ignoreErrors === true) return null;
  throw notConverted(name, `'${name}' expects a string but we got 'null'`, itemIndex);
}

const notConverted = (name: string, message: string, itemIndex: number): NodeError =>
  new NodeError(`${message} [item ${itemIndex}]`, {
    code: 'PARAMETER_INVALID',
    itemIndex,
    description: `Change the type of the field "${name}", or turn on the option "Ignore Type Conversion Errors" to keep such values unchanged.`,
  });
