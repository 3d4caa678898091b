import { describe, expect, it } from 'vitest';
import { isExpressionValue, toExpression, toFixed } from './value-switch.ts';

const text = { type: 'string', default: '' } as const;
const number = { type: 'number', default: 7 } as const;
const flag = { type: 'boolean', default: false } as const;
const choice = {
  type: 'options',
  default: 'a',
  options: [
    { name: 'A', value: 'a' },
    { name: 'B', value: 'b' },
  ],
} as const;
const several = { ...choice, type: 'multiOptions', default: [] } as const;
const locator = { type: 'resourceLocator', default: '', modes: [{ name: 'list' }, { name: 'url' }, { name: 'id' }] } as const;

describe('fixed to expression', () => {
  it.each([
    ['abc', text, '=abc'],
    ['', text, '='],
    [undefined, text, '='],
    ['={{ 1 }}', text, '={{ 1 }}'],
    [5, number, '={{ 5 }}'],
    [true, flag, '={{ true }}'],
    [['a', 'b'], several, '={{ ["a","b"] }}'],
    [{ __rl: true, mode: 'list', value: 'x', cachedResultName: 'X' }, locator, { __rl: true, mode: 'id', value: '=x' }],
    [{ __rl: true, mode: 'url', value: 'x' }, locator, { __rl: true, mode: 'url', value: '=x' }],
  ])('%j', (value, property, expected) => {
    const switched = toExpression(value, property);
    expect(switched).toEqual(expected);
    expect(isExpressionValue(switched)).toBe(true);
  });

  it('uses the first mode other than the list if there is no id mode', () =>
    expect(toExpression({ mode: 'list', value: '' }, { ...locator, modes: [{ name: 'list' }, { name: 'url' }] })).toMatchObject({
      mode: 'url',
    }));
});

describe('expression to fixed', () => {
  const ok = (value: unknown) => ({ ok: true, value }) as const;
  it.each([
    ['a text', '={{ $json.a }}', ok('x'), text, 'x'],
    ['an object as text', '={{ $json }}', ok({ a: 1 }), text, '{"a":1}'],
    ['a number', '={{ 2 }}', ok(2), number, 2],
    ['a number from text', '={{ "2" }}', ok('2'), number, 2],
    ['the default if the result is not a number', '={{ "x" }}', ok('x'), number, 7],
    ['a switch', '={{ 1 < 2 }}', ok(true), flag, true],
    ['an option', '={{ "b" }}', ok('b'), choice, 'b'],
    ['the default if the result is not an option', '={{ "c" }}', ok('c'), choice, 'a'],
    ['options', '={{ ["a"] }}', ok(['a']), several, ['a']],
    ['the text if the expression fails', '=plain', { ok: false, text: '', reason: 'error' }, text, 'plain'],
    ['the default if the expression fails', '={{ x }}', { ok: false, text: '', reason: 'error' }, text, ''],
    ['a locator', { __rl: true, mode: 'id', value: '={{ 5 }}' }, ok(5), locator, { __rl: true, mode: 'id', value: '5' }],
  ] as const)('%s', (_what, value, preview, property, expected) => expect(toFixed(value, preview, property)).toEqual(expected));
});
