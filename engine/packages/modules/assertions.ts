// The functions of `n8n-workflow` that check parameters and convert values.
import { DateTime } from 'luxon';
import { parseTypedDate } from '../../workflow/values/date-time.ts';
import { isForbiddenKey } from '../../workflow/values/object-path.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { validateFieldType } from '../../workflow/values/type-validation.ts';
import { ApplicationError, NodeOperationError } from './errors.ts';

type Check = (value: unknown) => boolean;

const checks: Readonly<Record<string, Check>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  array: Array.isArray,
  'string[]': (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  'number[]': (value) => Array.isArray(value) && value.every((each) => typeof each === 'number'),
  'boolean[]': (value) => Array.isArray(value) && value.every((each) => typeof each === 'boolean'),
  'resource-locator': (value) => isRecord(value) && 'mode' in value && 'value' in value && '__rl' in value,
};

const reject = (node: unknown, name: string, type: string): never => {
  throw new NodeOperationError(node, `Parameter "${name}" is not ${type}`);
};

const assertType = (type: string) => (name: string, value: unknown, node: unknown) => {
  if (checks[type]?.(value) !== true) reject(node, name, type);
};

export const assertParamIsString = assertType('string');
export const assertParamIsNumber = assertType('number');
export const assertParamIsBoolean = assertType('boolean');

export function assertParamIsArray(name: string, value: unknown, isEntry: Check, node: unknown): void {
  if (!Array.isArray(value)) reject(node, name, 'an array');
  else if (!value.every((entry) => isEntry(entry)))
    throw new NodeOperationError(node, `Parameter "${name}" has elements that don't match expected types`);
}

export function assertParamIsOfAnyTypes(name: string, value: unknown, types: readonly string[], node: unknown): void {
  if (!types.some((type) => checks[type]?.(value) === true)) reject(node, name, types.join(' or '));
}

/** Checks an object of parameters: the type of each, and that the required ones are there. */
export function validateNodeParameters(
  value: unknown,
  parameters: Readonly<Record<string, { readonly type: string | readonly string[]; readonly required?: boolean }>>,
  node: unknown,
): void {
  if (!isRecord(value)) throw new NodeOperationError(node, 'The parameters are not an object');
  for (const [name, { type, required = false }] of Object.entries(parameters)) {
    const fieldValue = Object.hasOwn(value, name) ? value[name] : undefined;
    if (fieldValue === undefined && required) throw new NodeOperationError(node, `Required parameter "${name}" is not set`);
    if (fieldValue !== undefined) assertParamIsOfAnyTypes(name, fieldValue, [type].flat(), node);
  }
}

/** Returns a function that converts a value, or throws an error that says what was expected. */
const parsing =
  <T>(type: string, parse: (value: unknown) => T | undefined) =>
  (value: unknown): T => {
    const result = parse(value);
    if (result === undefined) throw new ApplicationError(`Failed to parse value to ${type}`, { extra: { value } });
    return result;
  };

const fromJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

export const tryToParseNumber = parsing('number', (value) => {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? undefined : number;
});
export const tryToParseString = parsing('string', (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value as string)));
export const tryToParseBoolean = parsing('boolean', (value) => {
  const booleanValues = new Map<unknown, boolean>([
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
  ]);
  return typeof value === 'boolean' ? value : booleanValues.get(String(value as string).toLowerCase());
});
export const tryToParseArray = parsing('array', (value) => {
  const result = fromJson(value);
  return Array.isArray(result) ? (result as unknown[]) : undefined;
});
export const tryToParseObject = parsing('object', (value) => {
  const result = fromJson(value);
  return isRecord(result) ? result : undefined;
});
export const tryToParseAlphanumericString = parsing('a text of letters, digits and underscores', (value) =>
  typeof value === 'string' && /^\w+$/.test(value) ? value : undefined,
);
export const tryToParseUrl = parsing('URL', (value) => {
  const dateText = String(value as string);
  const complete = /^[a-z][a-z\d+.-]*:\/\//i.test(dateText) ? dateText : `http://${dateText}`;
  return URL.canParse(complete) ? complete : undefined;
});
export const tryToParseDateTime = (value: unknown, zone?: string): DateTime =>
  parsing('date', (input) => (DateTime.isDateTime(input) ? input : parseTypedDate(input, zone)))(value);

/** Returns the fields of a form. Throws ApplicationError with the reason if the value is neither such a list nor its JSON. */
export function tryToParseJsonToFormFields(value: unknown): unknown {
  const { valid, newValue, errorMessage } = validateFieldType('Form Fields', value, 'form-fields');
  if (!valid) throw new ApplicationError(errorMessage);
  return newValue;
}

/** Describes a value for messages: its text in quotes, or its type if it is an object or a list. */
export const getValueDescription = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'object' && value !== null ? 'object' : `'${String(value as string)}'`;

export const isSafeObjectProperty = (name: string): boolean => !isForbiddenKey(name);

/** Sets a property, unless its name could reach a prototype. */
export function setSafeObjectProperty(target: Record<string, unknown>, name: string, value: unknown): void {
  if (isSafeObjectProperty(name)) target[name] = value;
}

/** Returns the value as one segment of a URL's path, which it cannot leave. */
export function toPathSegment(value: unknown): string {
  const segment = encodeURIComponent(String(value as string));
  return /^\.{1,2}$/.test(segment) ? segment.replaceAll('.', '%2E') : segment;
}

/** Returns a name that language models accept for a tool. `node`: the node or its name. */
export const nodeNameToToolName = (node: unknown): string =>
  String(isRecord(node) ? node['name'] : node)
    .replace(/[^\w-]+/g, '_')
    .replace(/_+/g, '_');

export const isBinaryValue = (value: unknown): boolean => isRecord(value) && 'mimeType' in value && ('data' in value || 'id' in value);
