// The value of an assignment collection: parses stored values and changes them without loss.
import { isInexact } from '../../../../../engine/contract/exact-numbers.ts';
import { ExactNumber, takeFrom } from '../../../../../engine/contract/exact-values.ts';
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

/** Cached by stored entry, so that the rows of unchanged entries are not rendered again. */
const assignmentCache = new WeakMap<object, Assignment>();

export const assignmentsOf = (value: unknown): readonly Assignment[] =>
  records(isRecord(value) ? value['assignments'] : undefined).map((each) => {
    const assignment = assignmentCache.get(each) ?? assignmentOf(each);
    assignmentCache.set(each, assignment);
    return assignment;
  });

const assignmentOf = (stored: Readonly<Record<string, unknown>>): Assignment => ({
  ...stored,
  id: typeof stored['id'] === 'string' ? stored['id'] : '',
  name: typeof stored['name'] === 'string' ? stored['name'] : '',
  type: isType(stored['type']) ? stored['type'] : 'string',
  value: stored['value'] ?? '',
});

export function typeOfValue(value: unknown): ValueType {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as ValueType;
  return isRecord(value) ? 'object' : 'string';
}

/** Returns the assignment with another type: a fixed value is converted or emptied; an expression is kept. */
export function withType(assignment: Pick<Assignment, 'value'>, type: ValueType): Pick<Assignment, 'type' | 'value'> {
  const value = takeFrom(assignment, 'value');
  if (isExpression(value)) return { type, value };
  switch (type) {
    case 'number': {
      // Its text keeps all digits.
      if (value instanceof ExactNumber || (typeof value === 'string' && isInexact(value))) return { type, value };
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
