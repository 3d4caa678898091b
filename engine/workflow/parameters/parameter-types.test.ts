// Types of parameter values at run time.
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import {
  checkAgainstSchema,
  checkParameters,
  checkParameterValue,
  ensureType,
  resolveRelativePath,
  type EnsuredType,
  type ParameterDeclaration,
} from './parameter-types.ts';

describe('ensureType', () => {
  it.each<[type: EnsuredType, value: unknown, expected: unknown]>([
    ['string', 'a', 'a'],
    ['string', 5, '5'],
    ['string', { a: 1 }, '{"a":1}'],
    ['string', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['string', DateTime.fromMillis(0, { zone: 'UTC' }), '1970-01-01T00:00:00.000Z'],
    ['number', DateTime.fromMillis(5), 5],
    ['number', '10', 10],
    ['number', true, 1],
    ['boolean', 'false', true],
    ['boolean', 0, false],
    ['object', { a: 1 }, { a: 1 }],
    ['object', '{"a":1}', { a: 1 }],
    ['array', '[1]', [1]],
    ['array', [1], [1]],
    ['json', '5', 5],
    ['json', [1], [1]],
  ])('%s of %j', (type, value, expected) => {
    expect(ensureType(type, value, 'p')).toEqual(expected);
  });

  it.each<[type: EnsuredType, value: unknown, message: string]>([
    ['string', undefined, "Parameter 'p' could not be 'undefined'"],
    ['string', null, "Parameter 'p' could not be 'null'"],
    ['number', 'ten', "Parameter 'p' must be a number, but we got 'ten'"],
    ['object', 'no json', "Parameter 'p' could not be parsed"],
    ['object', '[1]', "Parameter 'p' must be an object, but we got '[1]'"],
    ['object', 5, "Parameter 'p' must be an object, but we got '5'"],
    ['array', '{}', "Parameter 'p' must be an array, but we got '{}'"],
  ])('refuses %s of %j', (type, value, message) => {
    expect(() => ensureType(type, value, 'p')).toThrow(message);
  });
});

describe('checkParameters', () => {
  const locator = { __rl: true, mode: 'id', value: 'x' };
  it.each<[value: unknown, type: ParameterDeclaration['type']]>([
    ['', 'string'],
    [Number.NaN, 'number'],
    [false, 'boolean'],
    [{}, 'object'],
    [[[1]], 'object'],
    [[], 'string[]'],
    [[true, false], 'boolean[]'],
    [[['a']], 'string[][]'],
    [locator, 'resource-locator'],
    ['a', ['number', 'string']],
  ])('%j is %j', (value, type) => {
    expect(() => checkParameters({ p: value }, { p: { type, required: true } })).not.toThrow();
  });

  it.each([null, undefined, 'text', 5, []])('rejects %j as parameters', (parameters) => {
    expect(() => checkParameters(parameters, {})).toThrow('must be an object');
  });

  it.each<[parameters: object, declaration: ParameterDeclaration, message: string]>([
    [{}, { type: 'string', required: true }, 'Required parameter "p" is missing'],
    [{ p: 5 }, { type: 'string' }, 'Parameter "p" does not match any of the expected types: string'],
    [{ p: null }, { type: 'object' }, 'Parameter "p" does not match any of the expected types: object'],
    [{ p: ['a', 1] }, { type: 'string[]' }, 'Parameter "p" does not match any of the expected types: string[]'],
    [{ p: { mode: 'id', value: 'x' } }, { type: 'resource-locator' }, 'expected types: resource-locator'],
    [{ p: 5 }, { type: ['string', 'string[]'] }, 'expected types: string or string[]'],
  ])('refuses %j as %j', (parameters, declaration, message) => {
    expect(() => checkParameters(parameters, { p: declaration })).toThrow(message);
  });

  it('ignores inherited properties', () => {
    expect(() => checkParameters({}, { toString: { type: 'string', required: true } })).toThrow('is missing');
    expect(() => checkParameters({ extra: 1 }, { p: { type: 'string' } })).not.toThrow();
  });
});

it('recognizes values that a parameter cannot hold', () => {
  for (const value of ['a', 1, true, null, undefined, {}, []]) expect(() => checkParameterValue(value)).not.toThrow();
  for (const value of [() => 1, Symbol('s'), 1n]) expect(() => checkParameterValue(value)).toThrow('cannot hold a value of type');
});

describe('checkAgainstSchema', () => {
  const at = (path: string): { path: string; itemIndex: number } => ({ path, itemIndex: 2 });
  const mapper = (more: object = {}): { columns: object } => ({
    columns: {
      attemptToConvertTypes: true,
      schema: [
        { id: 'n', type: 'number', required: true },
        { id: 's', displayName: 'Text', type: 'string', required: true },
        { id: 'o', type: 'options', options: [{ name: 'A', value: 'a' }] },
        { id: 'x' },
      ],
      ...more,
    },
  });
  const columns = { name: 'columns', type: 'resourceMapper' } as const;
  const check = (value: unknown, more?: object): unknown => checkAgainstSchema(value, columns, mapper(more), at('columns.value'));

  it('converts mapped fields by their schema', () => {
    expect(check({ n: '5', s: 7, o: 'a', x: {}, unknown: 1 })).toEqual({ n: 5, s: 7, o: 'a', x: {}, unknown: 1 });
    expect(check({ s: 7 }, { convertFieldsToString: true })).toEqual({ s: '7' });
    expect(check({ s: 7 }, { convertFieldsToString: true, attemptToConvertTypes: false })).toEqual({ s: '7' });
    expect(check({ n: 5 }, { attemptToConvertTypes: false })).toEqual({ n: 5 });
    expect(check({ x: null, o: undefined })).toEqual({ x: null, o: undefined });
    expect(check({ n: 1 }, { schema: undefined })).toEqual({ n: 1 });
    expect(checkAgainstSchema({ n: '5' }, columns, {}, at('columns.value'))).toEqual({ n: '5' });
  });

  it.each<[value: object, more: object, message: string]>([
    [{ n: 'x' }, {}, "Invalid input for 'n' [item 2]: 'n' expects a number but we got 'x'"],
    [{ n: '5' }, { attemptToConvertTypes: false }, "Invalid input for 'n' [item 2]"],
    [{ o: 'b' }, {}, "Invalid input for 'o' [item 2]"],
    [{ s: null }, {}, 'The value "Text" is required but not set [item 2]'],
  ])('refuses %j with %j', (value, more, message) => {
    expect(() => check(value, more)).toThrow(message);
  });

  it('checks other parameters by the types of their properties', () => {
    const property = { name: 'at', displayName: 'At', type: 'string', validateType: 'number' } as const;
    expect(checkAgainstSchema('5', property, {}, at('at'))).toBe(5);
    expect(checkAgainstSchema('5', { ...property, displayName: undefined }, {}, at('at'))).toBe(5);
    expect(() => checkAgainstSchema('x', { validateType: 'number' }, {}, at('at'))).toThrow("Invalid input for ''");
    expect(() => checkAgainstSchema('x', property, {}, at('at'))).toThrow(
      "Invalid input for 'At' [item 2]: 'At' expects a number but we got 'x'",
    );
    expect(checkAgainstSchema('x', { ...property, ignoreValidationDuringExecution: true }, {}, at('at'))).toBe('x');
    expect(checkAgainstSchema('x', { name: 'at' }, {}, at('at'))).toBe('x');
    expect(checkAgainstSchema('x', property, {}, at('at.deep'))).toBe('x');
    expect(checkAgainstSchema('x', undefined, {}, at('at'))).toBe('x');
    expect(checkAgainstSchema('text', { ...columns, name: undefined }, {}, at('columns.value'))).toBe('text');
    expect(checkAgainstSchema({ n: '5' }, { type: 'resourceMapper' }, {}, at('columns.value'))).toEqual({ n: '5' });
  });
});

it.each([
  ['parameters.a.b.c', '&d', 'a.b.d'],
  ['parameters.a.b[0].c', '&d', 'a.b[0].d'],
  ['parameters.a', '&d', 'd'],
  ['a.b', '&d', 'a.d'],
  ['parameters.a.b', 'x.y', 'x.y'],
])('from %s, %s is %s', (fullPath, candidate, expected) => {
  expect(resolveRelativePath(fullPath, candidate)).toBe(expected);
});
