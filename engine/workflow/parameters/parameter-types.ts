// Checks of parameters at run time: converts a value to the type that a node expects, and checks parameters against a declaration. Nodes of
// packages use `ensureType`; the rest is not used yet.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { NodeProperty } from '../node-type.ts';
import { parsePath } from '../values/object-path.ts';
import { isRecord, mapEntries, ownValue } from '../values/own-properties.ts';
import { validateFieldType } from '../values/type-validation.ts';
import { displayText } from '../values/display-text.ts';

export type EnsuredType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'json';

const fail = (message: string, parameter: string, cause?: unknown): AppError =>
  new AppError('PARAMETER_INVALID', message, { params: { parameter }, cause });

/** Converts a value to a type: objects to JSON text, dates to ISO text, JSON text to objects and lists. Throws AppError PARAMETER_INVALID. */
export function ensureType(type: EnsuredType, value: unknown, parameter: string): unknown {
  if (value === undefined || value === null)
    throw fail(`Parameter '${parameter}' could not be '${value === null ? 'null' : 'undefined'}'`, parameter);
  switch (type) {
    case 'string':
      return validateFieldType(parameter, value, 'string', { parseStrings: true }).newValue ?? displayText(value);
    case 'number':
      return ensureNumber(value, parameter);
    case 'boolean':
      return Boolean(value);
    default:
      return ensureStructure(type, value, parameter);
  }
}

function ensureNumber(value: unknown, parameter: string): number {
  const number = Number(value);
  if (!Number.isNaN(number)) return number;
  throw fail(`Parameter '${parameter}' must be a number, but we got '${displayText(value)}'`, parameter);
}

function ensureStructure(type: 'object' | 'array' | 'json', value: unknown, parameter: string): unknown {
  let result = value;
  if (typeof value === 'string') {
    try {
      result = JSON.parse(value) as unknown;
    } catch (error) {
      throw fail(`Parameter '${parameter}' could not be parsed`, parameter, error);
    }
  }
  const fits = type === 'array' ? Array.isArray(result) : type === 'json' || isRecord(result);
  if (fits) return result;
  throw fail(
    `Parameter '${parameter}' must be ${type === 'array' ? 'an array' : 'an object'}, but we got '${displayText(value)}'`,
    parameter,
  );
}

/** `string`, `number`, `boolean`, `object` (lists included), `resource-locator`, or a list of one of them (`string[]`). */
type DeclaredType = string;

export interface ParameterDeclaration {
  readonly type: DeclaredType | readonly DeclaredType[];
  readonly required?: boolean;
}

/** Checks parameters against a declaration; undeclared names are ignored. Throws AppError PARAMETER_INVALID. */
export function checkParameters(parameters: unknown, declarations: { readonly [name: string]: ParameterDeclaration }): void {
  if (!isRecord(parameters)) throw new AppError('PARAMETER_INVALID', 'The parameters of a node must be an object.');
  for (const [name, { type, required }] of Object.entries(declarations)) {
    const value = ownValue(parameters, name);
    if (value === undefined) {
      if (required === true) throw fail(`Required parameter "${name}" is missing`, name);
      continue;
    }
    const types = typeof type === 'string' ? [type] : type;
    if (!types.some((type) => isOfType(value, type)))
      throw fail(`Parameter "${name}" does not match any of the expected types: ${types.join(' or ')}`, name);
  }
}

function isOfType(value: unknown, type: DeclaredType): boolean {
  if (type.endsWith('[]')) return Array.isArray(value) && value.every((entry) => isOfType(entry, type.slice(0, -2)));
  if (type === 'resource-locator') return isRecord(value) && value['__rl'] === true && 'mode' in value && 'value' in value;
  return type === 'object' ? typeof value === 'object' && value !== null : typeof value === type;
}

/** Throws AppError PARAMETER_INVALID unless a parameter can hold the value: text, number, boolean, null, undefined, objects and lists. */
export function checkParameterValue(value: unknown): void {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    throw new AppError('PARAMETER_INVALID', `A parameter cannot hold a value of type ${typeof value}.`);
  }
}

/** Origin of a value, for messages. */
export interface ValuePlace {
  /** Path of the parameter within the node, such as `columns.value`. */
  readonly path: string;
  readonly itemIndex: number;
}

/**
 * Checks a resolved parameter value, and converts it if the schema of its property or field requires that: a property's `validateType`, or the
 * columns of a resource mapper. `parameters`: the node's own. Throws AppError PARAMETER_INVALID.
 */
export function checkAgainstSchema(
  value: unknown,
  property: Partial<NodeProperty> | undefined,
  parameters: JsonObject,
  at: ValuePlace,
): unknown {
  if (property === undefined) return value;
  const [, ...rest] = parsePath(at.path);
  if (property.type === 'resourceMapper' && rest[0] === 'value' && isRecord(value))
    return checkMappedFields(value, ownValue(parameters, property.name ?? ''), at);
  if (property.validateType === undefined || property.ignoreValidationDuringExecution === true || rest.length > 0) return value;
  return checkedField(property.displayName ?? property.name ?? '', value, property.validateType, undefined, false, at);
}

interface FieldSchema {
  readonly id: string;
  readonly displayName?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly options?: readonly { readonly name: string; readonly value: unknown }[];
}

function checkMappedFields(values: JsonObject, mapper: unknown, at: ValuePlace): JsonObject {
  const settings = isRecord(mapper) ? mapper : {};
  const fields = Array.isArray(settings['schema']) ? (settings['schema'] as readonly FieldSchema[]) : [];
  const schema = new Map(fields.map((field) => [field.id, field]));
  return mapEntries(values, (id, value) => {
    const field = schema.get(id);
    if (field === undefined) return [id, value];
    const label = field.displayName ?? id;
    if (value === undefined || value === null) {
      if (field.required === true) throw fail(`The value "${label}" is required but not set [item ${at.itemIndex}]`, at.path);
      return [id, value];
    }
    if (field.type === undefined) return [id, value];
    return [
      id,
      checkedField(
        label,
        value,
        field.type,
        field.options,
        settings['attemptToConvertTypes'] !== true,
        at,
        settings['convertFieldsToString'] === true,
      ),
    ];
  });
}

function checkedField(
  label: string,
  value: unknown,
  type: string,
  valueOptions: FieldSchema['options'],
  strict: boolean,
  at: ValuePlace,
  parseStrings = false,
): unknown {
  const result = validateFieldType(label, value, type, {
    valueOptions,
    parseStrings,
    strict: strict && !(parseStrings && type === 'string'),
  });
  if (result.valid) return result.newValue;
  throw new AppError('PARAMETER_INVALID', `Invalid input for '${label}' [item ${at.itemIndex}]: ${result.errorMessage}`, {
    params: { parameter: at.path, itemIndex: at.itemIndex },
  });
}

/** Resolves a parameter path relative to another (`&sibling`); a path without `&` is absolute. A leading `parameters.` is removed. */
export function resolveRelativePath(fullPath: string, candidate: string): string {
  if (!candidate.startsWith('&')) return candidate;
  const parent = fullPath.replace(/^parameters\./, '').replace(/(?:^|\.)[^.]*$/, '');
  const name = candidate.slice(1);
  return parent === '' ? name : `${parent}.${name}`;
}
