// Filters of If, Filter and Switch: every operator, strict and loose types, which sides are evaluated, and error messages.
import { DateTime } from 'luxon';
import { describe, expect, it, vi } from 'vitest';
import { compileFilter, type CompileFilterOptions, type FilterSettings, type FilterValue } from './filter.ts';

const day = '2030-01-31T08:00:00Z';
const later = '2030-02-01T08:00:00Z';

const executeFilter = (filter: FilterValue, options: CompileFilterOptions & { readonly itemIndex?: number } = {}): boolean =>
  compileFilter(filter, { ...options, resolved: true }).matches(() => undefined, options.itemIndex ?? 0);

function single(
  type: string,
  operation: string,
  leftValue: unknown,
  rightValue?: unknown,
  options: FilterSettings = {},
  rightType?: string,
): FilterValue {
  return {
    combinator: 'and',
    conditions: [{ leftValue, rightValue, operator: { type, operation, ...(rightType ? { rightType } : {}) } }],
    options,
  };
}

type Row = [type: string, operation: string, left: unknown, right: unknown, expected: boolean];

describe('operators', () => {
  it.each<Row>([
    ['string', 'exists', '', undefined, true],
    ['string', 'exists', null, undefined, false],
    ['string', 'notExists', undefined, undefined, true],
    ['string', 'empty', '', undefined, true],
    ['string', 'empty', undefined, undefined, true],
    ['string', 'notEmpty', 'a', undefined, true],
    ['string', 'equals', 'a', 'a', true],
    ['string', 'equals', 'a', 'A', false],
    ['string', 'equals', null, '', false],
    ['string', 'notEquals', 'a', 'b', true],
    ['string', 'contains', 'abc', 'b', true],
    ['string', 'contains', null, 'b', false],
    ['string', 'notContains', 'abc', 'b', false],
    ['string', 'startsWith', 'abc', 'ab', true],
    ['string', 'notStartsWith', 'abc', 'ab', false],
    ['string', 'endsWith', 'abc', 'bc', true],
    ['string', 'notEndsWith', 'abc', 'bc', false],
    ['string', 'regex', 'abc', '^a.c$', true],
    ['string', 'regex', 'ABC', '/^a/i', true],
    ['string', 'regex', 'a\nb', '/^b/m', true],
    ['string', 'notRegex', 'abc', 'x', true],
    ['number', 'exists', Number.NaN, undefined, false],
    ['number', 'empty', null, undefined, true],
    ['number', 'notEmpty', 0, undefined, true],
    ['number', 'equals', 1.5, 1.5, true],
    ['number', 'notEquals', 1, 2, true],
    ['number', 'gt', 2, 1, true],
    ['number', 'lt', 2, 1, false],
    ['number', 'gte', 2, 2, true],
    ['number', 'lte', 2, 2, true],
    ['number', 'gt', undefined, 1, false],
    ['dateTime', 'equals', day, '2030-01-31T09:00:00+01:00', true],
    ['dateTime', 'notEquals', day, later, true],
    ['dateTime', 'after', later, day, true],
    ['dateTime', 'before', later, day, false],
    ['dateTime', 'afterOrEquals', day, DateTime.fromISO(day), true],
    ['dateTime', 'beforeOrEquals', new Date(day), day, true],
    ['dateTime', 'after', null, day, false],
    ['dateTime', 'notEquals', null, day, true],
    ['dateTime', 'empty', null, undefined, true],
    ['boolean', 'true', true, undefined, true],
    ['boolean', 'true', undefined, undefined, false],
    ['boolean', 'false', undefined, undefined, true],
    ['boolean', 'equals', true, true, true],
    ['boolean', 'notEquals', true, false, true],
    ['boolean', 'notEmpty', false, undefined, true],
    ['array', 'contains', ['a', 1], 1, true],
    ['array', 'contains', ['a', 1], '1', false],
    ['array', 'notContains', ['a'], 'b', true],
    ['array', 'contains', null, 'b', false],
    ['array', 'empty', [], undefined, true],
    ['array', 'empty', null, undefined, true],
    ['array', 'notEmpty', [1], undefined, true],
    ['array', 'lengthEquals', [1, 2], 2, true],
    ['array', 'lengthNotEquals', [1, 2], 2, false],
    ['array', 'lengthGt', [1, 2], 1, true],
    ['array', 'lengthLt', [1, 2], 1, false],
    ['array', 'lengthGte', [1, 2], 2, true],
    ['array', 'lengthLte', null, 0, true],
    ['object', 'exists', {}, undefined, true],
    ['object', 'empty', {}, undefined, true],
    ['object', 'empty', { a: 1 }, undefined, false],
    ['object', 'notEmpty', null, undefined, false],
    ['any', 'exists', 5, undefined, true],
    ['string', 'isNotEmpty', 'a', undefined, false],
    ['number', 'before', 1, 2, false],
    ['string', '__proto__', 'a', undefined, false],
    ['unheardOf', 'equals', 'a', 'a', false],
  ])('%s %s (%j, %j)', (type, operation, left, right, expected) => {
    const rightType = type === 'array' ? (operation.startsWith('length') ? 'number' : 'any') : undefined;
    expect(executeFilter(single(type, operation, left, right, {}, rightType))).toBe(expected);
  });

  it.each<Row>([
    ['string', 'equals', 'Straße', 'STRAßE', true],
    ['string', 'contains', 'FooBar', 'OBA', true],
    ['string', 'equals', null, 'A', false],
    ['string', 'regex', 'ABC', '^[a-c]+$', true],
    ['string', 'regex', 'abc', '/^A/i', true],
    ['string', 'notRegex', 'ABC', 'b', false],
    ['array', 'contains', ['Foo', 1], 'fOO', true],
    ['array', 'contains', ['Foo', 1], 1, true],
    ['array', 'notContains', ['Foo', 1], 'fOO', false],
  ])('ignoring case: %s %s (%j, %j)', (type, operation, left, right, expected) => {
    expect(executeFilter(single(type, operation, left, right, { caseSensitive: false }, type === 'array' ? 'any' : undefined))).toBe(
      expected,
    );
  });

  it('searches lists without converting values', () => {
    const contains = (list: readonly unknown[], value: unknown, caseSensitive: boolean): boolean =>
      executeFilter(single('array', 'contains', list, value, { caseSensitive }, 'any'));
    expect(contains(['A'], 'a', false)).toBe(true);
    expect(contains(['A'], 'a', true)).toBe(false);
    expect(contains([1], '1', false)).toBe(false);
  });
});

describe('types', () => {
  it.each<[type: string, left: unknown, message: string]>([
    ['number', '5', "Wrong type: '5' is a string but was expecting a number [condition 0, item 3]"],
    ['string', 5, "Wrong type: '5' is a number but was expecting a string [condition 0, item 3]"],
    ['object', '{}', "Wrong type: '{}' is a string but was expecting an object [condition 0, item 3]"],
    ['object', [1], "Wrong type: '[1]' is an array but was expecting an object [condition 0, item 3]"],
    ['array', { a: 1 }, 'Wrong type: \'{"a":1}\' is an object but was expecting an array [condition 0, item 3]'],
    ['boolean', 'true', "Wrong type: 'true' is a string but was expecting a boolean [condition 0, item 3]"],
    ['dateTime', 'soon', "Wrong type: 'soon' is a string but was expecting a dateTime [condition 0, item 3]"],
  ])('strict %s refuses %j', (type, left, message) => {
    expect(() => executeFilter(single(type, 'empty', left), { itemIndex: 3 })).toThrow(message);
  });

  it.each<[...Row, version?: number]>([
    ['number', 'equals', '5', 5, true],
    ['number', 'empty', '', undefined, true],
    ['number', 'empty', [], undefined, true],
    ['string', 'equals', 5, '5', true],
    ['string', 'contains', { a: 1 }, '"a"', true],
    ['array', 'lengthEquals', '[1, 2]', 2, true],
    ['object', 'empty', '{}', undefined, true],
    ['boolean', 'true', 'false', undefined, true, 1],
    ['boolean', 'true', 'false', undefined, false, 2],
    ['boolean', 'equals', 'true', 1, true, 2],
  ])('loose: %s %s (%j, %j)', (type, operation, left, right, expected, version) => {
    const rightType = operation.startsWith('length') ? 'number' : undefined;
    expect(executeFilter(single(type, operation, left, right, { typeValidation: 'loose', version }, rightType))).toBe(expected);
  });

  it('reports the value that could not be converted, its side, and a hint', () => {
    const filter = single('number', 'gt', 1, 'many', { typeValidation: 'loose' });
    try {
      executeFilter(filter);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        code: 'PARAMETER_INVALID',
        message: "Conversion error: the string 'many' can't be converted to a number [condition 0, item 0]",
        hint: 'Choose another operator, or convert the second value to a number with an expression.',
      });
    }
  });

  it('reads dates without a zone in the given zone', () => {
    const filter = single('dateTime', 'equals', '2030-01-31T09:00:00', day);
    expect(executeFilter(filter, { timezone: 'Europe/Brussels' })).toBe(true);
    expect(executeFilter(filter, { timezone: 'America/New_York' })).toBe(false);
  });

  it('reports an invalid pattern with its position', () => {
    expect(() => executeFilter(single('string', 'regex', 'a', '('), { itemIndex: 2 })).toThrow(
      /Invalid regular expression.*\[condition 0, item 2\]/s,
    );
  });

  it.each(['^(a+)+$', '(a|a)*b', '(.*)*x', '/^(A|AA)+$/i'])('is not hung by %s', (pattern) => {
    const subject = `${'a'.repeat(50)}!`;
    expect(executeFilter(single('string', 'regex', subject, pattern))).toBe(false);
    expect(executeFilter(single('string', 'notRegex', subject, pattern))).toBe(true);
  });
});

describe('combinators', () => {
  const both = (combinator: string | undefined, ...lefts: unknown[]): FilterValue => ({
    combinator,
    conditions: lefts.map((leftValue) => ({ leftValue, operator: { type: 'boolean', operation: 'true' } })),
  });

  it.each<[combinator: string | undefined, lefts: unknown[], expected: boolean]>([
    ['and', [true, true], true],
    ['and', [true, false], false],
    ['or', [false, true], true],
    ['or', [false, false], false],
    ['OR', [false, true], true],
    [undefined, [true, false], false],
    ['and', [], true],
    ['or', [], false],
  ])('%s of %j', (combinator, lefts, expected) => {
    expect(executeFilter(both(combinator, ...lefts))).toBe(expected);
  });

  it('skips conditions that cannot change the result', () => {
    expect(executeFilter(both('and', false, 'no boolean'))).toBe(false);
    expect(executeFilter(both('or', true, 'no boolean'))).toBe(true);
    expect(() => executeFilter(both('and', true, 'no boolean'))).toThrow('[condition 1, item 0]');
  });

  it('returns true for a filter without conditions', () => {
    expect(executeFilter({})).toBe(true);
  });
});

describe('compileFilter', () => {
  it('evaluates only sides that are expressions', () => {
    const filter = compileFilter(single('number', 'gt', '={{ $json.a }}', 5));
    const sides = vi.fn<(condition: number, side: string) => unknown>((_condition, _side) => 6);
    expect(filter.isConstant).toBe(false);
    expect(filter.matches(sides, 0)).toBe(true);
    expect(sides.mock.calls).toEqual([[0, 'leftValue']]);
  });

  it('evaluates the right side too, except for unary operators', () => {
    const conversions: string[] = [];
    const sides = (_condition: number, side: string): unknown => {
      conversions.push(side);
      return 'x';
    };
    expect(compileFilter(single('string', 'equals', '={{ 1 }}', '={{ 2 }}')).matches(sides, 0)).toBe(true);
    expect(compileFilter(single('string', 'exists', '={{ 1 }}', '={{ 2 }}')).matches(sides, 0)).toBe(true);
    expect(conversions).toEqual(['leftValue', 'rightValue', 'leftValue']);
  });

  it('keeps no state in a pattern, and compiles a new one if an expression returns it', () => {
    const constant = compileFilter(single('string', 'regex', '={{ 1 }}', '/a/g'));
    for (let item = 0; item < 3; item++) expect(constant.matches(() => 'xa', item)).toBe(true);
    const changing = compileFilter(single('string', 'regex', 'xa', '={{ 1 }}'));
    expect(['a', 'a', 'b'].map((pattern, item) => changing.matches(() => pattern, item))).toEqual([true, true, false]);
  });

  it('reports an invalid constant only for an item that reaches it', () => {
    const filter = compileFilter(single('number', 'gt', '={{ 1 }}', 'many'));
    expect(() => filter.matches(() => 1, 7)).toThrow('[condition 0, item 7]');
  });

  it('is constant if no side is an expression', () => {
    expect(compileFilter(single('number', 'gt', 1, 2)).isConstant).toBe(true);
    expect(compileFilter(single('string', 'exists', 'a', '={{ 1 }}')).isConstant).toBe(true);
    expect(compileFilter(single('string', 'nonsense', '={{ 1 }}')).isConstant).toBe(true);
    expect(compileFilter(single('string', 'equals', '=a', '=a'), { resolved: true }).isConstant).toBe(true);
  });

  it('prefers options of the caller to those in the file', () => {
    const filter = single('string', 'equals', 'A', 'a', { caseSensitive: true });
    expect(compileFilter(filter, { caseSensitive: false }).matches(() => undefined, 0)).toBe(true);
  });
});

describe('loose comparison', () => {
  const judge = (type: string, operation: string, leftValue: unknown, version = 2): boolean =>
    executeFilter({
      options: { typeValidation: 'loose', version },
      combinator: 'and',
      conditions: [{ leftValue, rightValue: 0, operator: { type, operation } }],
    });

  it.each<[unknown, boolean]>([
    ['false', false],
    ['0', false],
    [0, false],
    [[], false],
    ['', false],
    ['yes', true],
    ['2024-02-30', true],
    ['1', true],
    [3, true],
    [-1, true],
    [{}, true],
    [['x'], true],
  ])('takes %j as the boolean %j', (value, expected) => {
    expect(judge('boolean', 'true', value)).toBe(expected);
  });

  it('reads a blank text as the number 0 and an empty text as absent', () => {
    expect(judge('number', 'equals', ' ')).toBe(true);
    expect(judge('number', 'notExists', '')).toBe(true);
  });
});
