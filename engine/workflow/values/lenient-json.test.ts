// JSON as people type it: accepted and rejected texts, and hostile keys.
import { describe, expect, it } from 'vitest';
import { stringifyExactly } from '../../contract/exact-numbers.ts';
import { parseLenientJson, parseRepairedJson } from './lenient-json.ts';

describe('parseLenientJson', () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    ['  [1, -2.5e3, 0x10]  ', [1, -2500, 16]],
    ["{a: 1, 'b': 'two', \"c\": [true, false, null,],}", { a: 1, b: 'two', c: [true, false, null] }],
    ['{größe: 1, $x_1: 2, 3: 4}', { größe: 1, $x_1: 2, 3: 4 }],
    [`{'it\\'s "quoted"': 'a\\tb\\u0041\\q\\n'}`, { 'it\'s "quoted"': 'a\tbAq\n' }],
    ['{}', {}],
    ['[ ]', []],
    ["'text'", 'text'],
    ['{ a : { b : [ { c : 1 } ] } }', { a: { b: [{ c: 1 }] } }],
  ])('reads %s', (text, expected) => {
    expect(parseLenientJson(text)).toEqual(expected);
  });

  it.each([
    ['', 'too early'],
    ['{a: 1', 'too early'],
    ['[1', 'too early'],
    ['{a: }', 'Unexpected "}"'],
    ['{a 1}', 'Unexpected "1"'],
    ['{: 1}', 'Unexpected ":"'],
    ['{a: 1} x', 'Unexpected "x"'],
    ['[apples, oranges]', 'Unexpected "a"'],
    ["'open", "closing ' is missing"],
    ["'\\u12'", 'Unexpected'],
    ['alert(1)', 'Unexpected'],
    ['{a: 1,, b: 2}', 'Unexpected ","'],
  ])('refuses %s', (text, reason) => {
    expect(() => parseLenientJson(text)).toThrow(reason);
  });

  it('keeps __proto__ as a key like any other', () => {
    const value = parseLenientJson("{__proto__: {polluted: true}, 'constructor': 1}") as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it.each([
    ['a list', '[', '9007199254740993', ']'],
    ['an object', '{', '"n":9007199254740993', '}'],
  ])('reads many numbers that JavaScript cannot represent, in %s', (_what, start, entry, end) => {
    const entries = Array.from({ length: 50_000 }, (_, index) => entry.replace('"n"', `"n${index}"`));
    expect(stringifyExactly(parseLenientJson(`${start}${entries.join(',')},${end}`))).toBe(`${start}${entries.join(',')}${end}`);
  });

  it('rejects nesting that would overflow the stack', () => {
    expect(() => parseLenientJson(`x${'['.repeat(100_000)}`)).toThrow(SyntaxError);
    expect(() => parseLenientJson(`{a: ${'['.repeat(600)}${']'.repeat(600)}}`)).toThrow('nested too deeply');
  });
});

describe('parseRepairedJson', () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    ["{a: 'b',}", { a: 'b' }],
    ['{bad', { bad: null }],
    ['{', {}],
    ['[', []],
    ['{ "x": ', { x: null }],
    ['{"x":, "y": }', { x: null, y: null }],
    ['{"a": {"b": [1, 2', { a: { b: [1, 2] } }],
    ['{"a": "open', { a: 'open' }],
    ['{"a": 1 "b": [1 2]}', { a: 1, b: [1, 2] }],
    ['{"a": some words, b: undefined, c: True}', { a: 'some words', b: null, c: true }],
  ])('reads %s', (text, expected) => {
    expect(parseRepairedJson(text)).toEqual(expected);
  });

  it.each(['', '{a: 1,, b: 2}', '{a: 1} x', '}', '[1,,2]', '{a 1}', '{"a": [object Object]}', '{"a": [object Date], "b": 1}'])(
    'rejects %s',
    (text) => {
      expect(() => parseRepairedJson(text)).toThrow(SyntaxError);
    },
  );
});
