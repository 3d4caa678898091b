// Checks a value against a field type and converts it if that is safe: typed fields of Set, filters, sub-workflow inputs and forms.
import { DateTime } from 'luxon';
import { parseTypedDate } from './date-time.ts';
import { parseLenientJson } from './lenient-json.ts';
import { displayText } from './display-text.ts';

export { parseDateTime } from './date-time.ts';

export type FieldType =
  | 'string'
  | 'string-alphanumeric'
  | 'number'
  | 'boolean'
  | 'dateTime'
  | 'time'
  | 'array'
  | 'object'
  | 'options'
  | 'url'
  | 'jwt'
  | 'form-fields'
  | 'binary';

export interface ValidationOptions {
  /** Whether only values that already have the type are accepted; dates given as text are still converted. */
  readonly strict?: boolean;
  /** Whether other values are converted to text for the type `string`; if not, they pass unchanged. */
  readonly parseStrings?: boolean;
  /** Accepted values of the type `options`. */
  readonly valueOptions?: readonly { readonly name: string; readonly value: unknown }[];
  /** IANA time zone of dates without a zone. */
  readonly timezone?: string;
}

export type ValidationResult =
  | { readonly valid: true; readonly newValue?: unknown; readonly errorMessage?: undefined }
  | { readonly valid: false; readonly errorMessage: string; readonly newValue?: undefined };

/**
 * Checks a value. Null and undefined are valid for every type; the caller handles missing values. `newValue`: the value to use. An unknown type
 * accepts everything.
 */
export function validateFieldType(
  fieldName: string,
  value: unknown,
  type: FieldType | (string & {}),
  options: ValidationOptions = {},
): ValidationResult {
  if (value === null || value === undefined) return { valid: true, newValue: value };
  const failure = (): ValidationResult => ({
    valid: false,
    errorMessage: `'${fieldName}' expects a ${type} but we got ${describe(value)}`,
  });
  if (options.strict === true && !hasType(value, type)) return failure();
  switch (type) {
    case 'string':
      if (options.parseStrings !== true) return { valid: true, newValue: value };
      break;
    case 'string-alphanumeric':
      if (typeof value === 'string' && alphanumeric.test(value)) return { valid: true, newValue: value };
      return { valid: false, errorMessage: 'Value is not a valid alphanumeric string, only letters, numbers and underscore allowed' };
    case 'options': {
      const accepted = options.valueOptions ?? [];
      if (accepted.some((option) => option.value === value)) return { valid: true, newValue: value };
      const names = accepted.map((option) => String(option.value)).join(', ');
      return {
        valid: false,
        errorMessage: `'${fieldName}' expects one of the following values: [${names}] but we got ${describe(value)}`,
      };
    }
    case 'dateTime': {
      const date = parseTypedDate(value, options.timezone);
      return date === undefined
        ? {
            valid: false,
            errorMessage: `'${fieldName}' expects a dateTime but we got ${describe(value)}. Consider using the ISO format or a Luxon date, such as $now.`,
          }
        : { valid: true, newValue: date };
    }
    default:
  }
  const convert: Converter | undefined = Object.hasOwn(converters, type) ? converters[type as keyof typeof converters] : undefined;
  if (convert === undefined) return { valid: true, newValue: value };
  const newValue = convert(value);
  return newValue === undefined ? failure() : { valid: true, newValue };
}

/** Describes a value for messages: its text in quotes, or its type. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  return `'${displayText(value)}'`;
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    case 'object':
      return isPlainObject(value);
    case 'array':
      return Array.isArray(value);
    default:
      return true;
  }
}

const isPlainObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

type Converter = (value: unknown) => unknown;

const alphanumeric = /^[A-Za-z_][A-Za-z0-9_]*$/;
const clock = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?([+-]\d{2}(:?\d{2})?)?$/;
const jwt = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Converters by type. They return undefined for a value that cannot be converted. */
const converters = {
  string: toText,
  number: toNumber,
  boolean: toBoolean,
  object: toObject,
  array: toArray,
  url: toUrl,
  time: (value: unknown): string | undefined => (typeof value === 'string' && clock.test(value) ? value : undefined),
  jwt: (value: unknown): string | undefined => (typeof value === 'string' && jwt.test(value) ? value : undefined),
  'form-fields': toFormFields,
  binary: (value: unknown): unknown => (isBinary(value) ? value : undefined),
} as const satisfies Record<string, Converter>;

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (DateTime.isDateTime(value)) return value.toISO() ?? undefined;
  return displayText(value);
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === 'true' || word === 'false') return word === 'true';
  const number = toNumber(word);
  return number === 1 || number === 0 ? number === 1 : undefined;
}

function toObject(value: unknown): unknown {
  const object = typeof value === 'string' ? readLiteral(value) : value;
  return isPlainObject(object) ? object : undefined;
}

function toArray(value: unknown): unknown {
  const array = typeof value === 'string' ? readLiteral(value) : value;
  return Array.isArray(array) ? array : undefined;
}

function readLiteral(text: string): unknown {
  try {
    return parseLenientJson(text);
  } catch {
    return undefined;
  }
}

const fileAddress = /^file:\/\/\S*[^\s/]/i;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const schemeWithHost = /^[a-z][a-z0-9+.-]*:\/\//i;
const hostAndPort = /^[^\s/:?#]+:\d+(?:[/?#]|$)/;
const hostName = /^(?:localhost|\[[0-9a-f:.]+\]|(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?\.)+[\p{L}\p{N}][\p{L}\p{N}-]*)$/iu;

function toUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || /\s/.test(value)) return undefined;
  if (scheme.test(value) && !schemeWithHost.test(value) && !hostAndPort.test(value)) return undefined;
  const url = schemeWithHost.test(value) ? value : `https://${value}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return hostName.test(hostname) || fileAddress.test(url) ? url : undefined;
}

const formFieldTypes: ReadonlySet<unknown> = new Set([
  'text', 'textarea', 'number', 'email', 'password', 'date', 'dropdown', 'checkbox', 'radio', 'file', 'html', 'hiddenField',
]); // oxfmt-ignore
const formFieldTexts = ['fieldLabel', 'fieldName', 'placeholder', 'elementName', 'html', 'acceptFileTypes', 'formatDate'] as const;
const formFieldSwitches = ['requiredField', 'multiselect', 'multipleFiles'] as const;

function toFormFields(value: unknown): unknown {
  const fields = toArray(value);
  return Array.isArray(fields) && fields.every(isFormField) ? fields : undefined;
}

function isFormField(field: unknown): boolean {
  if (!isPlainObject(field)) return false;
  const entry = field as Record<string, unknown>;
  return (
    (entry['fieldType'] === undefined || formFieldTypes.has(entry['fieldType'])) &&
    formFieldTexts.every((key) => entry[key] === undefined || typeof entry[key] === 'string') &&
    formFieldSwitches.every((key) => entry[key] === undefined || typeof entry[key] === 'boolean') &&
    (entry['fieldOptions'] === undefined || isPlainObject(entry['fieldOptions']))
  );
}

/** A binary entry has its bytes inline (`data`) or in the store (`id`), and a MIME type. */
function isBinary(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const entry = value as Record<string, unknown>;
  return typeof entry['mimeType'] === 'string' && (typeof entry['data'] === 'string' || typeof entry['id'] === 'string');
}
