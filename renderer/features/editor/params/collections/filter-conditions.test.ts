import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { filterOperation } from '../../../../../engine/workflow/parameters/filter-operators.ts';
import texts from '../../../../../locales/en/params.json' with { type: 'json' };
import { conditionsOf, newCondition, operatorFor, operators, rightInputOf, withOperator, writtenRight } from './filter-conditions.ts';

const all = operators.flatMap(({ operations }) => operations);

describe('conditions', () => {
  it.each(all.map((operator) => [`${operator.type} ${operator.operation}`, operator] as const))(
    '%s is known to the engine and has a text',
    (_name, { type, operation }) => {
      expect(filterOperation(type, operation, false)).toBeDefined();
      const names: Readonly<Record<string, string>> = texts.filter.operations;
      expect(names[`${type}.${operation}`.replace('.', '_')] ?? names[operation]).toBeTypeOf('string');
    },
  );

  it.each([[undefined], [{}], [{ conditions: 5 }], ['text'], [[]]])('reads %j as none', (value) => expect(conditionsOf(value)).toEqual([]));

  it('fills in missing parts', () =>
    expect(conditionsOf({ conditions: [{ leftValue: 'a' }, null] })).toEqual([
      { id: '', leftValue: 'a', rightValue: '', operator: { type: 'string', operation: 'equals' } },
    ]));

  const [text, number, boolean, date] = [
    { type: 'string', operation: 'contains' },
    { type: 'number', operation: 'gt' },
    { type: 'boolean', operation: 'equals' },
    { type: 'dateTime', operation: 'after' },
  ] as const;
  const exists = { type: 'string', operation: 'exists', singleValue: true } as const;
  const inList = { type: 'array', operation: 'contains', rightType: 'any' } as const;

  it.each([
    ['abc', text, 'abc', 'string'],
    ['500', number, 500, 'number'],
    [' 1e3 ', number, 1000, 'number'],
    ['abc', number, 'abc', 'string'],
    ['', number, '', 'number'],
    ['={{ $json.a }}', number, '={{ $json.a }}', 'number'],
    [500, text, '500', 'string'],
    [500, boolean, '500', 'string'],
    ['TRUE', boolean, true, 'boolean'],
    ['', boolean, false, 'boolean'],
    [true, number, 1, 'number'],
    ['2026-01-01', date, '2026-01-01', 'dateTime'],
    ['soon', date, 'soon', 'string'],
    [5, inList, 5, 'string'],
    ['abc', exists, 'abc', 'string'],
  ] as const)('%j under %j becomes %j, drawn as %s', (rightValue, operator, expected, drawn) => {
    const changed = withOperator({ ...newCondition('1'), rightValue }, operator);
    expect([changed.rightValue, rightInputOf(changed)]).toEqual([expected, drawn]);
  });

  it.each([
    ['7', 7],
    ['7.', '7.'],
    ['x', 'x'],
  ])('%j entered for a number becomes %j', (written, expected) =>
    expect(writtenRight({ ...newCondition('1'), operator: number }, written)).toBe(expected),
  );

  it.each([
    [5, undefined, { type: 'number', operation: 'equals' }],
    [5, number, number],
    [5, text, { type: 'number', operation: 'equals' }],
    [true, undefined, { type: 'boolean', operation: 'true', singleValue: true }],
    [[1], text, { type: 'array', operation: 'contains', rightType: 'any' }],
    [{}, undefined, { type: 'object', operation: 'notEmpty', singleValue: true }],
    ['2026-01-01', date, date],
    ['abc', number, { type: 'string', operation: 'equals' }],
    [undefined, number, number],
    [null, number, number],
    [DateTime.fromMillis(0), undefined, { type: 'dateTime', operation: 'equals' }],
  ] as const)('a left side of %j after %j is compared by %j', (left, before, expected) =>
    expect(operatorFor(left, before ?? newCondition('1').operator)).toMatchObject(expected),
  );
});
