// The value of an assignment collection: parses stored values and changes them without loss.
import { isInexact } from '../../../../../engine/contract/exact-numbers.ts';
import { isExpression } from '../../../../../engine/contract/json.ts';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { records } from './entries.ts';

export const valueTypes = ['string', 'number', 'boolean', 'array', 'object'] as const;
type ValueType = (typeof valueTypes)[number];

export interface Assignment {
  readonly id: string;
  readonly name: string;
  readonly type: ValueType;
  readonly value: unknown;
}

const isType = (value: unknown): value is ValueType => valueTypes.includes(value as ValueType);

export function assignmentsOf(value: unknown): readonly Assignment[] {
  return records(isRecord(value) ? value['assignments'] : undefined).map((each) => ({
    ...each,
    id: typeof each['id'] === 'string' ? each['id'] : '',
    name: typeof each['name'] === 'string' ? each['name'] : '',
    type: isType(each['type']) ? each['type'] : 'string',
    value: each['value'] ?? '',
  }));
}

export function typeOfValue(value: unknown): ValueType {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as ValueType;
  return isRecord(value) ? 'object' : 'string';
}

/** Returns the assignment with another type: a fixed value is converted or emptied; an expression is kept. */
export function withType({ value }: Pick<Assignment, 'value'>, type: ValueType): Pick<Assignment, 'type' | 'value'> {
  if (isExpression(value)) return { type, value };
  switch (type) {
    case 'number': {
      // Its text keeps all digits.
      if (typeof value === 'string' && isInexact(value)) return { type, value };
      const number = Number(value);
      return { type, value: value === '' || Number.isNaN(number) ? 0 : number };
    }
    case 'boolean':
      return { type, value: value === true || value === 'true' };
    case 'array':
      return { type, value: typeof value === 'string' && value.trim().startsWith('[') ? value : '[]' };
    case 'object':
      return { type, value: typeof value === 'string' && value.trim().startsWith('{') ? value : '{}' };
    case 'string':
      return { type, value: typeof value === 'string' ? value : String(value) };
  }
}
