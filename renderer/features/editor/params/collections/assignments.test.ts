import { describe, expect, it } from 'vitest';
import { assignmentsOf, typeOfValue, withType } from './assignments.ts';

describe('assignments', () => {
  it('fills in missing parts and keeps unknown ones', () =>
    expect(assignmentsOf({ assignments: [{ name: 'a', extra: 1 }, null, { type: 'odd', value: 0 }] })).toEqual([
      { id: '', name: 'a', type: 'string', value: '', extra: 1 },
      { id: '', name: '', type: 'string', value: 0 },
    ]));

  it.each([
    ['5', 'number', 5],
    ['abc', 'number', 0],
    ['17169973925117969', 'number', '17169973925117969'],
    ['true', 'boolean', true],
    [5, 'string', '5'],
    ['[1]', 'array', '[1]'],
    ['x', 'object', '{}'],
    ['={{ $json.a }}', 'number', '={{ $json.a }}'],
  ] as const)('takes %j as %s', (value, type, expected) => expect(withType({ value }, type)).toEqual({ type, value: expected }));

  it.each([
    [[1], 'array'],
    [{ a: 1 }, 'object'],
    [1, 'number'],
    [false, 'boolean'],
    ['x', 'string'],
    [null, 'string'],
  ])('%j is a value of type %s', (value, type) => expect(typeOfValue(value)).toBe(type));
});
