// Results of evaluations are plain data, and texts do not reveal internals.
import { describe, expect, it } from 'vitest';
import { evaluate, evaluationError, sampleScope } from '../testing/sample-run.ts';
import { compileExpression } from './index.ts';

const items = [{ json: { name: 'Ada', list: [1] } }];
const valueOf = (text: string): unknown => compileExpression(`=${text}`).evaluate(sampleScope({ items }));

describe('functions as values', () => {
  it.each(['() => 1', 'function f() { return 1 }', 'Math.max', '[].map', '$json.toString', '"a".toUpperCase', '$jmespath', '$if', '$'])(
    '%s is refused',
    (code) => expect(evaluationError(code, { items }).message).toBe('This is a function, please add ()'),
  );

  it.each([
    ['DateTime', 'DateTime'],
    ['Object', 'Object'],
    ['class {}', 'class'],
  ])('%s is refused as a class', (code, name) =>
    expect(evaluationError(code, { items }).message).toBe(`This is a ${name}, please access its methods`),
  );

  it.each([
    ['[1, Math.max, () => 2]', [1, null, null]],
    ['({ a: 1, f: DateTime, g() {}, deep: { h: [].map, list: [$if] } })', { a: 1, deep: { list: [null] } }],
    ['$json.list.map(() => (() => 1))', [null]],
    ['Object.entries(console)', [['log', null], ['info', null], ['warn', null], ['error', null], ['debug', null]]], // oxfmt-ignore
    ['[DateTime].concat($json.list)', [null, 1]],
    ['(() => { const o = { a: 1 }; o.self = o; return o.self.a; })()', 1],
    ['JSON', {}],
    ['$execution', { id: '1', mode: 'test', customData: {} }],
  ])('%s', (code, value) => expect(JSON.parse(JSON.stringify(evaluate(code, { items, executionId: '1' })))).toEqual(value));

  it('returns nothing that can be called', () => {
    const match: unknown[] = [];
    const look = (value: unknown): void => {
      if (typeof value === 'function') match.push(value);
      else if (typeof value === 'object' && value !== null)
        for (const key of Reflect.ownKeys(value)) look((value as Record<PropertyKey, unknown>)[key]);
    };
    for (const code of ['Math', 'JSON', 'Intl', 'console', '$execution', 'process', 'require', 'module', 'Buffer', '[[[Math]]]'])
      look(evaluate(code, { items }));
    expect(match).toEqual([]);
  });
});

describe('objects of the run as values', () => {
  it.each([
    'this',
    '$node',
    '$env',
    '[this]',
    '({ a: { b: $node } })',
    '(() => this)()',
    '(function () { return [this] })()',
    '$json.list.map(() => $node)',
  ])('%s is refused', (code) =>
    expect(evaluationError(code, { items }).message).toBe('This contains all data of the expression. Name the part that you need.'),
  );

  it.each(['$input', "$('Before')", '$node.Before', '[$input]', "({ a: $('Before') })", '$item(0)'])('%s is plain data', (code) => {
    const value = evaluate(code, { items });
    expect(structuredClone(value)).toEqual(JSON.parse(JSON.stringify(value)));
    const values = typeof value === 'object' && value !== null ? [value, ...(Object.values(value) as unknown[])] : [];
    for (const part of values) expect([Object.prototype, Array.prototype, null]).toContain(Object.getPrototypeOf(part));
  });

  it('contain their parts', () => {
    expect(evaluate('this.$json.name', { items })).toBe('Ada');
    expect(evaluate('$input.item.json.name', { items })).toBe('Ada');
    expect(evaluate('Object.keys($node)', { items })).toEqual(['Before', 'Here']);
    expect(() => valueOf('a {{ this }} {{ $node }} {{ $input }}')).not.toThrow();
  });
});

describe('functions in texts', () => {
  it.each([
    ['{{ "a" + (() => 1) }}', 'a() => 1'],
    ['x {{ () => $json.name }}', 'x () => $json.name'],
    ['x {{ function f(a) { return a } }}', 'x function f(a) { return a }'],
    ['x {{ class A { b() {} } }}', 'x class A { b() {} }'],
    ['x {{ Math.max }}', 'x function max() { [native code] }'],
    ['x {{ [].map }}', 'x function map() { [native code] }'],
    ['x {{ $json.toString }}', 'x function toString() { [native code] }'],
    ['x {{ DateTime }}', 'x function DateTime() { [native code] }'],
    ['x {{ [1, () => 2] }}', 'x 1,() => 2'],
    ['{{ `${(a) => a}` }}', '(a) => a'],
  ])('%s', (text, expected) => expect(valueOf(text)).toBe(expected));
});

describe('names of the host', () => {
  it.each(['process', 'require', 'module', 'Buffer', 'global', 'window'])('%s is an empty object', (name) =>
    expect(evaluate(name, { items })).toEqual({}),
  );

  it.each([
    ['Object.is(0, -0)', false],
    ['Object.hasOwn($json, "name")', true],
    ['Object.groupBy([1, 2, 3], (n) => (n % 2 ? "odd" : "even"))', { odd: [1, 3], even: [2] }],
    ['Object.freeze({ a: 1 })', { a: 1 }],
    ['Object.isFrozen(Object.freeze({ a: 1 }))', true],
    ['Object.getOwnPropertyNames({ a: 1 })', ['a']],
    ['Object.assign({}, { a: 1 })', { a: 1 }],
    ['Object.defineProperty', undefined],
  ])('%s', (code, value) => expect(evaluate(code, { items })).toEqual(value));
});
