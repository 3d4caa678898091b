// Equality of values, strict and tolerant, and that the hash keys agree with it.
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { exactKey, framedKey, fuzzyBucket, fuzzyEqual, sameValue } from './compare-values.ts';

const same: readonly (readonly [string, unknown, unknown])[] = [
  ['numbers', 1, 1],
  ['not-a-numbers', Number.NaN, Number.NaN],
  ['objects in another key order', { a: 1, b: [2, { c: null }] }, { b: [2, { c: null }], a: 1 }],
  ['a date and its stored form', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['two luxon dates', { at: DateTime.fromMillis(5, { zone: 'utc' }) }, { at: DateTime.fromMillis(5, { zone: 'utc' }) }],
];

const different: readonly (readonly [string, unknown, unknown])[] = [
  ['a number and its text', 1, '1'],
  ['null and nothing', null, undefined],
  ['an object and a list', {}, []],
  ['a list and a longer one', [1], [1, 2]],
  ['a missing and an undefined key', {}, { a: undefined }],
  ['two keys and one that resembles both', { a: 1, b: 1 }, { 'a:n1b': 1 }],
];

describe('sameValue and exactKey', () => {
  it.each(same.filter(([name]) => name !== 'a date and its stored form'))('%s are the same', (_, a, b) => {
    expect(sameValue(a, b)).toBe(true);
    expect(exactKey(a)).toBe(exactKey(b));
  });

  it.each(different)('%s differ', (_, a, b) => {
    expect(sameValue(a, b)).toBe(false);
    expect(exactKey(a)).not.toBe(exactKey(b));
  });

  it('makes keys unambiguous', () => {
    expect(framedKey('a') + framedKey('bc')).not.toBe(framedKey('ab') + framedKey('c'));
  });
});

describe('fuzzyEqual', () => {
  const pairs: readonly (readonly [unknown, unknown, boolean, boolean])[] = [
    // Columns: a, b, whether they are equal, and whether they are equal if null counts as zero.
    [3, '3', true, true],
    [0.894, '0.894', true, true],
    [3, 'three', false, false],
    ['1', '1.0', false, false],
    [true, 'tRuE', true, true],
    [true, 1, true, true],
    [true, '1', true, true],
    [false, 'FalsE', true, true],
    [false, '0', true, true],
    [true, 2, false, false],
    [null, '', true, true],
    [null, undefined, true, true],
    [[], '', true, true],
    [[], '[]', true, true],
    [{}, '{}', true, true],
    [[1, 2], '[1, 2]', true, true],
    [{ a: 'b' }, '{"a": "b"}', true, true],
    [{ a: 'b' }, '{"a": "c"}', false, false],
    [{ a: 'b' }, '{broken', false, false],
    [null, 0, false, true],
    [null, '0', false, true],
    ['', false, false, false],
    [undefined, 0, false, false],
    [null, 1, false, false],
    [0, '', false, false],
    ['a', 'A', false, false],
  ];

  it.each(pairs)('%j and %j', (a, b, equal, equalWithZero) => {
    expect(fuzzyEqual(a, b)).toBe(equal);
    expect(fuzzyEqual(b, a)).toBe(equal);
    expect(fuzzyEqual(a, b, true)).toBe(equalWithZero);
    expect(fuzzyEqual(b, a, true)).toBe(equalWithZero);
  });

  it.each(pairs.filter(([, , , equal]) => equal))('puts %j and %j in one bucket', (a, b) => {
    expect(fuzzyBucket(a)).toBe(fuzzyBucket(b));
  });
});
