// The old condition lists: every operation of every data type.
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { conditionTest, conditionValue, type ConditionType } from './conditions-v1.ts';

type Row = readonly [type: ConditionType, operation: string, value1: unknown, value2: unknown, expected: boolean];

describe('conditionTest', () => {
  it.each<Row>([
    ['boolean', 'equal', true, true, true],
    ['boolean', 'equal', undefined, false, true],
    ['boolean', 'equal', 'true', true, false],
    ['boolean', 'notEqual', true, false, true],
    ['dateTime', 'after', 2, 1, true],
    ['dateTime', 'after', 1, 1, false],
    ['dateTime', 'before', 1, 2, true],
    ['number', 'smaller', 1, 2, true],
    ['number', 'smaller', undefined, 1, true],
    ['number', 'smallerEqual', 2, 2, true],
    ['number', 'equal', 0, undefined, true],
    ['number', 'equal', '5', 5, false],
    ['number', 'notEqual', 1, 2, true],
    ['number', 'larger', 3, 2, true],
    ['number', 'largerEqual', 2, 2, true],
    ['number', 'isEmpty', Number.NaN, 0, true],
    ['number', 'isEmpty', 0, 0, false],
    ['number', 'isNotEmpty', 0, 0, true],
    ['string', 'contains', 'mill race', 'race', true],
    ['string', 'contains', 1234, 23, true],
    ['string', 'notContains', undefined, 'a', true],
    ['string', 'endsWith', 'mill', 'll', true],
    ['string', 'notEndsWith', 'mill', 'll', false],
    ['string', 'equal', 'a', 'a', true],
    ['string', 'equal', 'a', 'A', false],
    ['string', 'notEqual', 'a', null, true],
    ['string', 'regex', 'mill', '^m.*l$', true],
    ['string', 'regex', 'MILL', '/^mill$/i', true],
    ['string', 'regex', 'MILL', '^mill$', false],
    ['string', 'notRegex', 'mill', 'x', true],
    ['string', 'startsWith', 'mill', 'mi', true],
    ['string', 'notStartsWith', 'mill', 'mi', false],
    ['string', 'isEmpty', '', '', true],
    ['string', 'isEmpty', null, '', true],
    ['string', 'isEmpty', [], '', true],
    ['string', 'isEmpty', {}, '', true],
    ['string', 'isEmpty', new Date(0), '', false],
    ['string', 'isEmpty', false, '', false],
    ['string', 'isNotEmpty', ' ', '', true],
  ])('%s %s: %s, %s → %s', (type, operation, value1, value2, expected) => {
    expect(conditionTest(type, operation)(value1, value2)).toBe(expected);
  });

  it('returns the same result for repeated use of a global pattern', () => {
    const matches = conditionTest('string', 'regex');
    expect([1, 2, 3].map(() => matches('aa', '/a/g'))).toEqual([true, true, true]);
  });

  it('lists the operations if one is unknown', () => {
    expect(() => conditionTest('boolean', 'isTrue')).toThrow('Choose one of: equal, notEqual.');
  });

  it('reports an invalid pattern', () => {
    expect(() => conditionTest('string', 'regex')('a', '(')).toThrow('"(" is not a regular expression');
  });
});

describe('conditionValue', () => {
  it.each([
    ['2026-01-15T12:00:00Z', Date.UTC(2026, 0, 15, 12)],
    ['2026-01-15T12:00:00+02:00', Date.UTC(2026, 0, 15, 10)],
    ['2026-01-15', Date.UTC(2026, 0, 15)],
    ['Thu, 15 Jan 2026 00:00:00 GMT', Date.UTC(2026, 0, 15)],
    [new Date(5000), 5000],
    [DateTime.fromMillis(5000), 5000],
    [5000, 5000],
  ])('reads the date %s', (value, expected) => {
    expect(conditionValue('dateTime', value)).toBe(expected);
  });

  it('reads a text without a zone in the zone of the computer', () => {
    expect(conditionValue('dateTime', '2026-01-15 12:00')).toBe(new Date(2026, 0, 15, 12).getTime());
  });

  it('leaves values of other types unchanged', () => {
    expect(conditionValue('string', '2026-01-15')).toBe('2026-01-15');
  });

  it.each([['someday'], [''], [null], [undefined], [true], ['1704067200000'], [{}]])('rejects %j as a date', (value) => {
    expect(() => conditionValue('dateTime', value)).toThrow('is not a valid DateTime.');
  });
});
