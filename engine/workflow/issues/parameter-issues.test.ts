// Issues of parameters: missing, unsupported and malformed values, and counts of fields.
import { describe, expect, it } from 'vitest';
import { acmeNode } from '../../testing/acme-node.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { NodeProperty } from '../node-type.ts';
import { collectIssues, isUnset, nodeParameterIssues, type ParameterIssues } from './parameter-issues.ts';

function property(name: string, type: NodeProperty['type'], more: Partial<NodeProperty> = {}): NodeProperty {
  return { displayName: name, name, type, default: '', ...more };
}

function issues(properties: NodeProperty[], values: JsonObject): unknown {
  return nodeParameterIssues(values, { typeVersion: 1 }, acmeNode({ properties }));
}

const sizes = {
  options: [
    { name: 'Small', value: 's' },
    { name: 'Large', value: 'l' },
  ],
};
const required = { required: true };
const requiredText = 'Parameter "p" is required.';

describe('values', () => {
  it.each<[property: NodeProperty, value: unknown, expected: string[]]>([
    [property('p', 'string', required), '', [requiredText]],
    [property('p', 'string', required), 'a', []],
    [property('p', 'string', required), '={{ $json.a }}', []],
    [property('p', 'string'), '', []],
    [property('p', 'workflowSelector', required), { __rl: true, mode: 'list', value: '' }, [requiredText]],
    [property('p', 'workflowSelector', required), { __rl: true, mode: 'id', value: 'w1' }, []],
    [property('p', 'number', required), 0, []],
    [property('p', 'number', required), 'a', [requiredText]],
    [property('p', 'number', required), Number.NaN, [requiredText]],
    [property('p', 'boolean', required), false, []],
    [property('p', 'options', sizes), 'l', []],
    [property('p', 'options', sizes), 'xl', ['The value "xl" is not supported!']],
    [property('p', 'options', { ...sizes, ...required }), '', [requiredText]],
    [property('p', 'options', sizes), '', []],
    [property('p', 'options', sizes), '={{ 1 }}', []],
    [property('p', 'options', sizes), '__CUSTOM_API_CALL__', []],
    [property('p', 'options', sizes), { odd: 1 }, ['The value "{"odd":1}" is not supported!']],
    [property('p', 'options', { ...sizes, typeOptions: { loadOptionsMethod: 'getAll' } }), 'xl', []],
    [property('p', 'options', { ...sizes, typeOptions: { loadOptions: {} } }), 'xl', []],
    [property('p', 'options'), 'xl', []],
    [property('p', 'multiOptions', sizes), ['s', 'xl', 'm'], ['The value "xl" is not supported!', 'The value "m" is not supported!']],
    [property('p', 'multiOptions', { ...sizes, ...required }), [], [requiredText]],
    [property('p', 'credentialsSelect'), '', ['Select a credential type from the dropdown']],
    [
      property('p', 'string', { validateType: 'string-alphanumeric' }),
      'a b',
      ['Value is not a valid alphanumeric string, only letters, numbers and underscore allowed'],
    ],
    [property('p', 'string', { validateType: 'number' }), '5', []],
  ])('%o holding %j', (p, value, expected) => {
    expect(issues([p], { p: value })).toEqual(expected.length === 0 ? {} : { p: expected });
  });

  it.each<[value: unknown, isRequired: boolean, expected: string[]]>([
    [{ __rl: true, mode: 'id', value: '' }, true, [requiredText]],
    [{ __rl: true, mode: 'id', value: '' }, false, []],
    [{ __rl: true, mode: 'id', value: 'abc' }, true, ['Not an id']],
    [{ __rl: true, mode: 'id', value: '123' }, true, []],
    [{ __rl: true, mode: 'id', value: '={{ 1 }}' }, true, []],
    [{ __rl: true, mode: 'list', value: 'abc' }, true, []],
    [{ __rl: true, mode: 'unheardOf', value: 'abc' }, true, []],
    ['abc', true, []],
  ])('resource locator %j, required %s', (value, isRequired, expected) => {
    const modes = [
      { name: 'list' },
      { name: 'id', validation: [{ type: 'regex', properties: { regex: '[0-9]+', errorMessage: 'Not an id' } }, { type: 'other' }] },
    ];
    expect(issues([property('p', 'resourceLocator', { modes, required: isRequired })], { p: value })).toEqual(
      expected.length === 0 ? {} : { p: expected },
    );
  });

  it('reports nothing for hidden parameters', () => {
    const hidden = property('p', 'string', { ...required, displayOptions: { show: { mode: ['b'] } } });
    expect(issues([property('mode', 'string'), hidden], { mode: 'a' })).toEqual({});
    expect(issues([property('mode', 'string'), hidden], { mode: 'b' })).toEqual({ p: [requiredText] });
  });
});

describe('collections', () => {
  const entries = (typeOptions: object): NodeProperty =>
    property('list', 'fixedCollection', {
      default: {},
      typeOptions: { multipleValues: true, ...typeOptions },
      options: [
        { name: 'fields', displayName: 'Fields', values: [property('name', 'string', required), property('kind', 'options', sizes)] },
        { name: 'single', displayName: 'Single', values: [property('name', 'string', required)] },
      ],
    });

  it.each<[typeOptions: object, value: unknown, expected: unknown]>([
    [{}, {}, {}],
    [{ minRequiredFields: 1 }, {}, { list: ['At least 1 field is required.'] }],
    [{ minRequiredFields: 2 }, { fields: [{ name: 'a' }] }, { list: ['At least 2 fields are required.'] }],
    [{ minRequiredFields: 2 }, { fields: [{ name: 'a' }], single: [{ name: 'b' }] }, {}],
    [{ minRequiredFields: 1, multipleValues: false }, { single: { name: 'b' } }, {}],
    [{ maxAllowedFields: 1 }, { fields: [{ name: 'a' }, { name: 'b' }] }, { list: ['At most 1 field is allowed.'] }],
    [{ maxAllowedFields: 1 }, { fields: '={{ $json }}' }, {}],
    [
      {},
      { fields: [{ name: '' }, { name: 'b', kind: 'x' }] },
      {
        'list.fields[0].name': ['Parameter "name" is required.'],
        'list.fields[1].kind': ['The value "x" is not supported!'],
      },
    ],
    [{ multipleValues: false }, { single: {} }, { 'list.single.name': ['Parameter "name" is required.'] }],
    [{}, '={{ $json }}', {}],
  ])('a fixed collection of %j holding %j', (typeOptions, value, expected) => {
    const complete = issues([entries(typeOptions)], { list: value });
    expect(complete).toEqual(expected);
  });

  it('checks only the added fields of a collection', () => {
    const options = property('options', 'collection', {
      default: {},
      options: [property('a', 'string', required), property('b', 'options', sizes)],
    });
    expect(issues([options], { options: {} })).toEqual({});
    expect(issues([options], { options: { a: '', b: 'x' } })).toEqual({
      'options.a': ['Parameter "a" is required.'],
      'options.b': ['The value "x" is not supported!'],
    });
    const several = { ...options, typeOptions: { multipleValues: true } };
    expect(issues([several], { options: [{ a: 'x' }, { a: '' }] })).toEqual({ 'options[1].a': ['Parameter "a" is required.'] });
    expect(issues([options], { options: '={{ $json }}' })).toEqual({});
  });
});

it('checks a single nested parameter', () => {
  const child = property('name', 'string', { ...required, displayOptions: { show: { '/mode': ['a'] } } });
  const parameterIssues: ParameterIssues = {};
  collectIssues(child, { name: '' }, '', { root: { mode: 'b' }, version: 0, description: null }, parameterIssues);
  expect(parameterIssues).toEqual({});
  collectIssues(child, { name: '' }, 'list.fields[2]', { root: { mode: 'a' }, version: 1, description: null }, parameterIssues);
  expect(parameterIssues).toEqual({ 'list.fields[2].name': ['Parameter "name" is required.'] });
});

describe('conditions', () => {
  const filter = (conditions: unknown, typeValidation = 'strict'): JsonObject =>
    ({ p: { combinator: 'and', options: { typeValidation, version: 2 }, conditions } }) as JsonObject;
  const of = (type: string, operation: string, rightValue: unknown, leftValue: unknown = '={{ $json.a }}'): unknown => ({
    leftValue,
    rightValue,
    operator: { type, operation },
  });

  it.each<[what: string, value: JsonObject, expected: Record<string, string[]>]>([
    [
      'a text in place of a number',
      filter([of('number', 'gt', 5), of('number', 'gt', 'abc')]),
      { 'p.conditions[1].rightValue': ["Wrong type: 'abc' is a string but was expecting a number"] },
    ],
    ['a number as text if types are converted', filter([of('number', 'gt', '5')], 'loose'), {}],
    ['an expression', filter([of('number', 'gt', '={{ 1 }}')]), {}],
    ['an empty side', filter([of('number', 'gt', '')]), {}],
    ['an unused side', filter([of('number', 'exists', 'abc')]), {}],
    [
      'a wrong left side',
      filter([of('boolean', 'equals', true, 'x')]),
      { 'p.conditions[0].leftValue': ["Wrong type: 'x' is a string but was expecting a boolean"] },
    ],
    ['no conditions', filter([null, 5, {}, { operator: { type: '__proto__', operation: 'constructor' } }]), {}],
    ['no list', filter('x'), {}],
  ])('%s', (_, value, expected) => expect(issues([property('p', 'filter', { default: {} })], value)).toEqual(expected));
});

it.each<[type: NodeProperty['type'], value: unknown, expected: boolean]>([
  ['string', '', true],
  ['string', undefined, true],
  ['string', '=', false],
  ['string', 'a', false],
  ['number', Number.NaN, true],
  ['number', 0, false],
  ['multiOptions', [], true],
  ['resourceLocator', { mode: 'list', value: '' }, true],
  ['resourceLocator', { mode: 'list' }, true],
  ['resourceLocator', { mode: 'id', value: '={{ 1 }}' }, false],
  ['resourceLocator', 'a', false],
  ['workflowSelector', { mode: 'list', value: 'w' }, false],
])('a %s of %j is unset: %s', (type, value, expected) => expect(isUnset(property('p', type, {}), value)).toBe(expected));
