// The conditions of a filter parameter as the builder edits them; the operations are those of floor 0 (engine/workflow/filter-operators).
import { DateTime } from 'luxon';
import { isRecord } from '../../../../engine/workflow/own-properties.ts';
import type { PropertyType } from '../../../../engine/workflow/node-type.ts';
import { shownValue } from '../../../../engine/workflow/shown-value.ts';
import { validateFieldType } from '../../../../engine/workflow/type-validation.ts';
import { records } from './records.ts';
import { isExpressionText } from './value-switch.ts';

export interface Operator {
  readonly type: string;
  readonly operation: string;
  readonly rightType?: string;
  /** Asks nothing but the left value. */
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

/** Operations by type, in the order in which they are offered. */
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

/** Parameter types by the type of a side; what may be anything is written as text. */
export function inputTypeOf(type: string): PropertyType {
  return type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : type === 'dateTime' ? 'dateTime' : 'string';
}

const noOperator: Operator = { type: 'string', operation: 'equals' };

/** The conditions of a value, whatever a file holds. */
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

/** The condition with another operator. A fixed right side is converted to its type; a text that cannot be converted stays as it is. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const { rightValue } = condition;
  return {
    ...condition,
    operator,
    rightValue: operator.singleValue === true ? rightValue : convertedTo(typeOfRight(operator), rightValue),
  };
}

/** The parameter type that shows the right side: text for a value that its own type cannot hold. */
export function rightInputOf({ operator, rightValue }: Condition): PropertyType {
  const type = inputTypeOf(typeOfRight(operator));
  const isOther = rightValue !== '' && !isExpressionText(rightValue) && type !== 'string' && !canBe(type, rightValue);
  return isOther ? 'string' : type;
}

/** What was written as text for a value of another type: converted if that changes nothing about how it is written. */
export function writtenRight({ operator }: Condition, text: unknown): unknown {
  const made = convertedTo(typeOfRight(operator), text);
  return String(made) === text ? made : text;
}

/** The operator for what the left side now gives: the one before if it takes such values, else of their type. */
export function operatorFor(left: unknown, before: Operator): Operator {
  const type = typeOfValue(left);
  if (type === undefined || type === before.type) return before;
  if (type === 'string' && before.type === 'dateTime' && canBe('dateTime', left)) return before;
  const offered = operators.find((each) => each.type === type)?.operations ?? [];
  const wanted = type === 'boolean' && before.operation === 'equals' ? 'true' : before.operation;
  const usual = type === 'array' ? 'contains' : type === 'object' ? 'notEmpty' : 'equals';
  return offered.find(({ operation }) => operation === wanted) ?? offered.find(({ operation }) => operation === usual) ?? before;
}

function typeOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (DateTime.isDateTime(value)) return 'dateTime';
  if (Array.isArray(value)) return 'array';
  return ['string', 'number', 'boolean', 'object'].find((type) => typeof value === type);
}

const canBe = (type: string, value: unknown): boolean => validateFieldType('', value, type).valid;

function convertedTo(type: string, value: unknown): unknown {
  if (isExpressionText(value) || type === 'any' || typeof value === type) return value;
  if (value === '' || value === null || value === undefined) return type === 'boolean' ? false : '';
  if (type !== 'number' && type !== 'boolean') return shownValue(value);
  const { valid, newValue } = validateFieldType('', value, type);
  return valid ? newValue : shownValue(value);
}
