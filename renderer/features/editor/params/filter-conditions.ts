// The conditions of a filter parameter as the builder edits them; the operations are those of floor 0 (engine/workflow/filter-operators).
import { isRecord } from '../../../../engine/workflow/own-properties.ts';
import type { PropertyType } from '../../../../engine/workflow/node-type.ts';
import { records } from './records.ts';

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

/** The condition with another operator: a fixed right side that the new type cannot hold is emptied. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const before = condition.operator.rightType ?? condition.operator.type;
  const after = operator.rightType ?? operator.type;
  const isKept =
    inputTypeOf(before) === inputTypeOf(after) || (typeof condition.rightValue === 'string' && condition.rightValue.startsWith('='));
  const empty = inputTypeOf(after) === 'boolean' ? false : inputTypeOf(after) === 'number' ? 0 : '';
  return { ...condition, operator, rightValue: operator.singleValue === true ? '' : isKept ? condition.rightValue : empty };
}
