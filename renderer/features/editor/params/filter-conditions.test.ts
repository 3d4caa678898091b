import { describe, expect, it } from 'vitest';
import texts from '../../../../locales/en/params.json' with { type: 'json' };
import { filterOperation } from '../../../../engine/workflow/filter-operators.ts';
import { conditionsOf, newCondition, operators, withOperator } from './filter-conditions.ts';

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

  it('reads what a file lacks', () =>
    expect(conditionsOf({ conditions: [{ leftValue: 'a' }, null] })).toEqual([
      { id: '', leftValue: 'a', rightValue: '', operator: { type: 'string', operation: 'equals' } },
    ]));

  it.each([
    ['keeps a text for another text operation', 'abc', { type: 'string', operation: 'contains' }, 'abc'],
    ['empties a text for a number', 'abc', { type: 'number', operation: 'gt' }, 0],
    ['keeps an expression', '={{ $json.a }}', { type: 'number', operation: 'gt' }, '={{ $json.a }}'],
    ['holds nothing where nothing is asked', 'abc', { type: 'string', operation: 'exists', singleValue: true }, ''],
  ] as const)('%s', (_what, rightValue, operator, expected) =>
    expect(withOperator({ ...newCondition('1'), rightValue }, operator).rightValue).toBe(expected),
  );
});
