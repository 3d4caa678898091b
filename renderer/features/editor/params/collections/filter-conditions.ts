// The conditions of a filter parameter. The operations are defined in engine/workflow/parameters/filter-operators.
import { isInexact } from '../../../../../engine/contract/exact-numbers.ts';
import { ExactNumber, takeFrom, withTaken } from '../../../../../engine/contract/exact-values.ts';
import { isExpression } from '../../../../../engine/contract/json.ts';
import { DateTime } from 'luxon';
import type { PropertyType } from '../../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { displayText } from '../../../../../engine/workflow/values/display-text.ts';
import { validateFieldType } from '../../../../../engine/workflow/values/type-validation.ts';
import { records } from './entries.ts';

export interface Operator {
  readonly type: string;
  readonly operation: string;
  readonly rightType?: string;
  /** Whether the operation has no right value. */
  readonly singleValue?: true;
}

export interface Condition {
  readonly id: string;
  readonly leftValue: unknown;
  readonly rightValue: unknown;
  readonly operator: Operator;
}

const presence = ['exists', 'notExists', 'empty', 'notEmpty'] as const;
const texts = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'regex',
  'notRegex',
] as const;
const lengths = ['lengthEquals', 'lengthNotEquals', 'lengthGt', 'lengthLt', 'lengthGte', 'lengthLte'] as const;
const single = new Set<string>([...presence, 'true', 'false']);

/** Operations by type, in display order. */
export const operators: readonly { readonly type: string; readonly operations: readonly Operator[] }[] = [
  ['string', [...presence, ...texts]],
  ['number', [...presence, 'equals', 'notEquals', 'gt', 'lt', 'gte', 'lte']],
  ['dateTime', [...presence, 'equals', 'notEquals', 'after', 'before', 'afterOrEquals', 'beforeOrEquals']],
  ['boolean', [...presence, 'true', 'false', 'equals', 'notEquals']],
  ['array', [...presence, 'contains', 'notContains', ...lengths]],
  ['object', presence],
].map(([type, operations]) => ({
  type: type as string,
  operations: (operations as readonly string[]).map((operation) => operatorOf(type as string, operation)),
}));

function operatorOf(type: string, operation: string): Operator {
  const rightType = type !== 'array' || single.has(operation) ? undefined : operation.startsWith('length') ? 'number' : 'any';
  return { type, operation, ...(rightType === undefined ? {} : { rightType }), ...(single.has(operation) ? { singleValue: true } : {}) };
}

/** Parameter type for each type of value; `any` is edited as text. */
function inputTypeOf(type: string): PropertyType {
  return type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : type === 'dateTime' ? 'dateTime' : 'string';
}

const noOperator: Operator = { type: 'string', operation: 'equals' };

/** Parses the conditions of a stored value. */
export function conditionsOf(value: unknown): readonly Condition[] {
  return records(isRecord(value) ? value['conditions'] : undefined).map((each) => ({
    ...each,
    id: typeof each['id'] === 'string' ? each['id'] : '',
    leftValue: each['leftValue'] ?? '',
    rightValue: each['rightValue'] ?? '',
    operator:
      isRecord(each['operator']) && typeof each['operator']['type'] === 'string' ? (each['operator'] as unknown as Operator) : noOperator,
  }));
}

export const newCondition = (id: string, leftValue: unknown = ''): Condition => ({ id, leftValue, rightValue: '', operator: noOperator });

const typeOfRight = ({ type, rightType }: Operator): string => rightType ?? type;

/** Returns the condition with another operator. A fixed right value is converted to its type; a text that cannot be converted is kept. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const rightValue = takeFrom(condition, 'rightValue');
  const next = operator.singleValue === true ? rightValue : convertedTo(typeOfRight(operator), rightValue);
  return withTaken({ ...condition, operator }, 'rightValue', next);
}

/** Returns the parameter type of the right value: text if the value does not fit its type. */
export function rightInputOf({ operator, rightValue }: Condition): PropertyType {
  const type = inputTypeOf(typeOfRight(operator));
  const isOther = rightValue !== '' && !isExpression(rightValue) && type !== 'string' && !canBe(type, rightValue);
  return isOther ? 'string' : type;
}

/** Converts a text to another type if the result has the same notation. */
export function writtenRight({ operator }: Condition, text: unknown): unknown {
  const converted = convertedTo(typeOfRight(operator), text);
  return String(converted) === text ? converted : text;
}

/** Returns the operator for the type of the left value: the current one if it supports that type, otherwise the default of that type. */
export function operatorFor(left: unknown, before: Operator): Operator {
  const type = typeOfValue(left);
  if (type === undefined || type === before.type) return before;
  if (type === 'string' && before.type === 'dateTime' && canBe('dateTime', left)) return before;
  const offered = operators.find((each) => each.type === type)?.operations ?? [];
  const preferred = type === 'boolean' && before.operation === 'equals' ? 'true' : before.operation;
  const usual = type === 'array' ? 'contains' : type === 'object' ? 'notEmpty' : 'equals';
  return offered.find(({ operation }) => operation === preferred) ?? offered.find(({ operation }) => operation === usual) ?? before;
}

function typeOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (DateTime.isDateTime(value)) return 'dateTime';
  if (Array.isArray(value)) return 'array';
  return ['string', 'number', 'boolean', 'object'].find((type) => typeof value === type);
}

const canBe = (type: string, value: unknown): boolean => validateFieldType('', value, type).valid;

function convertedTo(type: string, value: unknown): unknown {
  if (isExpression(value) || type === 'any' || typeof value === type) return value;
  if (value === '' || value === null || value === undefined) return type === 'boolean' ? false : '';
  if (type !== 'number' && type !== 'boolean') return displayText(value);
  // A text keeps all digits.
  if (type === 'number' && (value instanceof ExactNumber || isInexact(displayText(value)))) return value;
  const { valid, newValue } = validateFieldType('', value, type);
  return valid ? newValue : displayText(value);
}
