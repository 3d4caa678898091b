// Parameters completed for a run and reduced for a file: defaults, hidden ones, collections, several properties with one name.
import { describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';
import { acmeNode } from '../../testing/acme-node.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { DisplayOptions, NodeDescription, NodeProperty } from '../node-type.ts';
import { completeParameters, getNodeParameters, visibleProperties, slimParameters, isFromAiOnly } from './parameters.ts';

function property(name: string, type: NodeProperty['type'], value: unknown, more: Partial<NodeProperty> = {}): NodeProperty {
  return { displayName: name, name, type, default: value, ...more };
}

const show = (rules: NonNullable<DisplayOptions['show']>): Partial<NodeProperty> => ({ displayOptions: { show: rules } });

const describeNode = (...properties: NodeProperty[]): NodeDescription => acmeNode({ properties });

const complete = (properties: NodeProperty[], values: JsonObject): JsonObject =>
  completeParameters(values, { typeVersion: 1 }, describeNode(...properties));
const slim = (properties: NodeProperty[], values: JsonObject): JsonObject =>
  slimParameters(values, { typeVersion: 1 }, describeNode(...properties));

const entries = property(
  'entries',
  'fixedCollection',
  {},
  {
    typeOptions: { multipleValues: true },
    options: [{ name: 'list', displayName: 'List', values: [property('key', 'string', ''), property('count', 'number', 1)] }],
  },
);
const single = property(
  'single',
  'fixedCollection',
  {},
  {
    options: [{ name: 'one', displayName: 'One', values: [property('key', 'string', 'k'), property('count', 'number', 1)] }],
  },
);
const options = property(
  'options',
  'collection',
  {},
  {
    options: [
      property('timeout', 'number', 1000),
      property('secret', 'string', '', show({ '/mode': ['b'] })),
      { ...single, name: 'inner' },
    ],
  },
);

describe('completeParameters', () => {
  it.each<[name: string, properties: NodeProperty[], values: JsonObject, expected: JsonObject]>([
    [
      'fills in defaults in the order of the properties',
      [property('a', 'string', 'x'), property('b', 'number', 0)],
      { b: 5 },
      { a: 'x', b: 5 },
    ],
    ['keeps false and 0', [property('a', 'number', 1), property('b', 'boolean', true)], { a: 0, b: false }, { a: 0, b: false }],
    ['keeps an empty text', [property('a', 'string', 'x')], { a: '' }, { a: '' }],
    ...(['boolean', 'number', 'options'] as const).map((type): [string, NodeProperty[], JsonObject, JsonObject] => [
      `keeps null for ${type}`,
      [property('a', type, 1)],
      { a: null },
      { a: null },
    ]),
    ...(['string', 'json', 'dateTime', 'color', 'multiOptions'] as const).map((type): [string, NodeProperty[], JsonObject, JsonObject] => [
      `takes null for the default of ${type}`,
      [property('a', type, 'x')],
      { a: null },
      { a: 'x' },
    ]),
    [
      'takes null for the default within collections',
      [
        { ...property('options', 'collection', {}), options: [property('a', 'string', 'x'), property('b', 'number', 1)] },
        { ...entries, default: {} },
      ],
      { options: { a: null }, entries: { list: [{ key: null, count: null }] } },
      { options: { a: 'x' }, entries: { list: [{ key: '', count: null }] } },
    ],
    [
      'drops what is hidden and what is unknown',
      [property('mode', 'string', 'a'), property('x', 'string', 'd', show({ mode: ['b'] }))],
      { x: 'own', y: 1 },
      { mode: 'a' },
    ],
    [
      'shows by the default of another parameter',
      [property('x', 'string', 'd', show({ mode: ['a'] })), property('mode', 'string', 'a')],
      {},
      { x: 'd', mode: 'a' },
    ],
    [
      'chooses the shown one of several properties of a name',
      [
        property('mode', 'string', 'a'),
        property('sub', 'string', 'for a', show({ mode: ['a'] })),
        property('sub', 'string', 'for b', show({ mode: ['b'] })),
      ],
      { mode: 'b' },
      { mode: 'b', sub: 'for b' },
    ],
    [
      'follows rules on such a name',
      [
        property('sub', 'string', 'for a', show({ mode: ['a'] })),
        property('sub', 'string', 'for b', show({ mode: ['b'] })),
        property('x', 'string', 'd', show({ sub: ['for b'] })),
        property('mode', 'string', 'b'),
      ],
      {},
      { sub: 'for b', x: 'd', mode: 'b' },
    ],
    [
      'ignores the value of a name without a visible property',
      [
        property('sub', 'string', 'd', show({ mode: ['b'] })),
        property('sub', 'string', 'd', show({ mode: ['c'] })),
        property('x', 'string', 'd', show({ sub: ['d'] })),
        property('mode', 'string', 'a'),
      ],
      { sub: 'd' },
      { mode: 'a' },
    ],
    [
      'does not hang on rules in a circle',
      [property('a', 'string', '1', show({ b: ['2'] })), property('b', 'string', '2', show({ a: ['1'] }))],
      {},
      { a: '1', b: '2' },
    ],
    [
      'does not hang on circles through a shared name',
      [property('a', 'string', '1', show({ a: ['1'] })), property('a', 'string', '2', show({ a: ['2'] }))],
      {},
      { a: '1' },
    ],
    ['uses the first of several visible ones', [property('a', 'string', '1'), property('a', 'string', '2')], {}, { a: '1' }],
    [
      'sees parameters that no property describes',
      [property('x', 'string', 'd', show({ authentication: ['own'] }))],
      { authentication: 'own' },
      { x: 'd' },
    ],
    [
      'looks into nested values',
      [property('x', 'string', 'd', show({ 'options.timeout': [5] })), options],
      { options: { timeout: 5 } },
      { x: 'd', options: { timeout: 5 } },
    ],
    ['finds nothing under an unknown name', [property('x', 'string', 'd', show({ nothing: ['a'] }))], {}, {}],
    [
      'fills in fields of entries',
      [entries],
      { entries: { list: [{ key: 'a' }, {}] } },
      {
        entries: {
          list: [
            { key: 'a', count: 1 },
            { key: '', count: 1 },
          ],
        },
      },
    ],
    ['adds missing fields of a single group', [single], { single: { one: { count: 2 } } }, { single: { one: { key: 'k', count: 2 } } }],
    ['fills in fields of default entries', [{ ...entries, default: { list: [{}] } }], {}, { entries: { list: [{ key: '', count: 1 }] } }],
    ['uses the default for a fixed collection of another shape', [entries], { entries: [] }, { entries: {} }],
    ['keeps a fixed collection given by an expression', [entries], { entries: '={{ $json }}' }, { entries: '={{ $json }}' }],
    [
      'keeps a group given by an expression',
      [entries],
      { entries: { list: '={{ $json }}', other: [] } },
      { entries: { list: '={{ $json }}' } },
    ],
    [
      'leaves out entries that are not objects or expressions',
      [entries],
      { entries: { list: [null, 'odd', '={{ $json }}', { key: 'a', count: 2 }] } },
      { entries: { list: ['={{ $json }}', { key: 'a', count: 2 }] } },
    ],
    ...[null, 5, 'odd', { key: 'a' }].map((list): [string, NodeProperty[], JsonObject, JsonObject] => [
      `leaves out ${JSON.stringify(list)} in place of a list`,
      [entries],
      { entries: { list } },
      { entries: {} },
    ]),
    ['uses the default for a fixed collection that is plain text', [entries], { entries: 'odd' }, { entries: {} }],
    ...[5, 'odd', [], [{ timeout: 5 }]].map((value): [string, NodeProperty[], JsonObject, JsonObject] => [
      `takes the default for ${JSON.stringify(value)} in place of a collection`,
      [options],
      { options: value },
      { options: {} },
    ]),
    ['keeps a collection given by an expression', [options], { options: '={{ $json }}' }, { options: '={{ $json }}' }],
    ['adds no defaults to a collection', [options], { options: { timeout: 5 } }, { options: { timeout: 5 } }],
    [
      'fills in what was added to a collection',
      [options],
      { options: { inner: { one: {} } } },
      { options: { inner: { one: { key: 'k', count: 1 } } } },
    ],
    [
      'follows root rules in a collection',
      [property('mode', 'string', 'b'), options],
      { options: { secret: 's' } },
      { mode: 'b', options: { secret: 's' } },
    ],
    [
      'drops hidden ones in a collection',
      [property('mode', 'string', 'a'), options],
      { options: { secret: 's' } },
      { mode: 'a', options: {} },
    ],
    ['keeps a collection given by an expression', [options], { options: '={{ $json }}' }, { options: '={{ $json }}' }],
    [
      'keeps lists of a collection as they are',
      [{ ...options, typeOptions: { multipleValues: true } }],
      { options: [{ any: 1 }] },
      { options: [{ any: 1 }] },
    ],
    [
      'marks the default of a resource locator',
      [property('id', 'resourceLocator', { mode: 'list', value: '' })],
      {},
      { id: { __rl: true, mode: 'list', value: '' } },
    ],
    [
      'hides what waits for a choice in a resource locator',
      [
        property('id', 'resourceLocator', { mode: 'list', value: '' }),
        property('columns', 'resourceMapper', {}, { displayOptions: { hide: { id: [''] } } }),
      ],
      {},
      { id: { __rl: true, mode: 'list', value: '' } },
    ],
    [
      'completes a filter',
      [property('f', 'filter', {})],
      { f: { conditions: [] } },
      { f: { combinator: 'and', conditions: [], options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 1 } } },
    ],
    [
      'completes a filter by the version of its property',
      [property('f', 'filter', {}, { typeOptions: { filter: { version: 2 } } })],
      { f: { conditions: [], combinator: 'or', options: { caseSensitive: false } } },
      { f: { combinator: 'or', conditions: [], options: { caseSensitive: false, leftValue: '', typeValidation: 'strict', version: 2 } } },
    ],
    ['keeps a filter given by an expression', [property('f', 'filter', {})], { f: '={{ $json }}' }, { f: '={{ $json }}' }],
    [
      'takes the mark off plain text where no expression may be',
      [property('r', 'string', '', { noDataExpression: true }), property('x', 'string', 'd', show({ r: ['user'] }))],
      { r: '=user' },
      { r: 'user', x: 'd' },
    ],
    ['reads expressions there as text', [property('r', 'string', '', { noDataExpression: true })], { r: '={{ 1 }}' }, { r: '{{ 1 }}' }],
    [
      'keeps a `=` that is part of the text',
      [property('r', 'string', '', { noDataExpression: true }), property('x', 'string', 'd', show({ r: ['=user'] }))],
      { r: '==user' },
      { r: '==user', x: 'd' },
    ],
    [
      'keeps code that is part of the text',
      [property('r', 'string', '', { noDataExpression: true })],
      { r: '=={{ 1 }}' },
      { r: String.raw`={{ "={{ 1 \}}" }}` },
    ],
    [
      'leaves a lone call of $fromAI there',
      [property('r', 'string', '', { noDataExpression: true })],
      { r: "={{ $fromAI('a') }}" },
      { r: "={{ $fromAI('a') }}" },
    ],
  ])('%s', (_name, properties, values, expected) => {
    const result = complete(properties, values);
    expect(result).toEqual(expected);
    expect(Object.keys(result)).toEqual(Object.keys(expected));
  });

  it('sees a sibling within a collection only if it was added', () => {
    const collection = property(
      'options',
      'collection',
      {},
      { options: [property('kind', 'string', 'a'), property('x', 'string', '', show({ kind: ['a'] }))] },
    );
    expect(complete([collection], { options: { x: 'own' } })).toEqual({ options: {} });
    expect(complete([collection], { options: { kind: 'a', x: 'own' } })).toEqual({ options: { kind: 'a', x: 'own' } });
  });

  it('uses version 0 for a node without a version', () => {
    expect(completeParameters({}, null, describeNode(property('a', 'string', 'x', show({ '@version': [1] }))))).toEqual({});
  });
});

describe('slimParameters', () => {
  it.each<[name: string, properties: NodeProperty[], values: JsonObject, expected: JsonObject]>([
    [
      'leaves out what equals the default',
      [property('a', 'string', 'x'), property('b', 'json', { c: [1] })],
      { b: { c: [1] }, a: 'x' },
      {},
    ],
    ['keeps the order of the file', [property('a', 'string', ''), property('b', 'string', '')], { b: '1', a: '2' }, { b: '1', a: '2' }],
    ['omits hidden parameters', [property('mode', 'string', 'a'), property('x', 'string', '', show({ mode: ['b'] }))], { x: 'own' }, {}],
    ['keeps undescribed values', [property('a', 'string', '')], { fromTheFuture: { a: 1 } }, { fromTheFuture: { a: 1 } }],
    ['keeps undescribed groups', [entries], { entries: { fromTheFuture: [1] } }, { entries: { fromTheFuture: [1] } }],
    [
      'keeps entries whose fields all have their defaults',
      [entries],
      { entries: { list: [{ key: '', count: 1 }] } },
      { entries: { list: [{}] } },
    ],
    ['omits a single group whose fields all have their defaults', [single], { single: { one: { key: 'k' } } }, {}],
    ['omits a fixed collection of another shape', [entries], { entries: [] }, {}],
    [
      'keeps an emptied fixed collection whose default is not empty',
      [{ ...entries, default: { list: [{}] } }],
      { entries: {} },
      { entries: {} },
    ],
    ['keeps entries that are not objects', [entries], { entries: { list: [null, 'odd'] } }, { entries: { list: [null, 'odd'] } }],
    [
      'keeps what was added to a collection, default or not',
      [options],
      { options: { timeout: 1000, inner: { one: { count: 1 } } } },
      { options: { timeout: 1000, inner: { one: {} } } },
    ],
    ['keeps an empty collection', [options], { options: {} }, { options: {} }],
    ['keeps fixed collections emptied within a collection', [options], { options: { inner: {} } }, { options: { inner: {} } }],
  ])('%s', (_name, properties, values, expected) => {
    const result = slim(properties, values);
    expect(result).toEqual(expected);
    expect(Object.keys(result)).toEqual(Object.keys(expected));
  });

  it('keeps a parameter named __proto__ unchanged', () => {
    const values = JSON.parse('{"__proto__": {"a": 1}}') as JsonObject;
    expect(JSON.stringify(slim([property('a', 'string', '')], values))).toBe('{"__proto__":{"a":1}}');
  });
});

describe('getNodeParameters', () => {
  const properties = [
    property('mode', 'string', 'a'),
    property('x', 'string', 'd', show({ mode: ['b'] })),
    property('y', 'string', '1', show({ mode: ['b'] })),
    property('y', 'string', '2', show({ mode: ['c'] })),
  ];

  it('keeps hidden parameters on request, unless another property has their name', () => {
    expect(getNodeParameters(properties, { x: 'own', y: '5' }, { returnDefaults: true, returnNoneDisplayed: true }, null, null)).toEqual({
      mode: 'a',
      x: 'own',
    });
    expect(getNodeParameters(properties, { x: 'own' }, { returnDefaults: false, returnNoneDisplayed: true }, null, null)).toEqual({
      x: 'own',
    });
  });

  it('keeps unknown names beside defaults on request', () => {
    expect(
      getNodeParameters(properties, { z: 1 }, { returnDefaults: true, returnNoneDisplayed: false, keepUnknown: true }, null, null),
    ).toEqual({ mode: 'a', z: 1 });
    expect(getNodeParameters(properties, { z: 1 }, { returnDefaults: false, returnNoneDisplayed: false }, null, null)).toEqual({});
  });
});

describe('visibility of properties', () => {
  const visibleNames = (list: readonly NodeProperty[]) => list.map((each) => `${each.name} ${String(each.default)}`);
  const a = property('a', 'string', 'x');
  const b1 = property('b', 'string', '1', show({ a: ['x'] }));
  const b2 = property('b', 'string', '2', show({ a: ['y'] }));

  it.each([
    [{}, ['a x', 'b 1']],
    [{ a: 'y' }, ['a x', 'b 2']],
    [{ a: 'z' }, ['a x']],
    [{ a: '={{ 1 }}' }, ['a x', 'b 1']],
  ])('at the top: %j', (values, expected) =>
    expect(visibleNames(visibleProperties([a, b1, b2], values, { typeVersion: 1 }, describeNode(a, b1, b2)))).toEqual(expected),
  );

  it('is evaluated within an entry, and against the top level', () => {
    const inner = [
      property('c', 'string', 'in', show({ '/a': ['y'] })),
      property('d', 'string', 'in', show({ e: ['on'] })),
      property('e', 'string', 'on'),
    ];
    const description = describeNode(a, property('rows', 'fixedCollection', {}));
    const blocked = (values: JsonObject, parent: 'collection' | 'fixedCollection') =>
      visibleNames(visibleProperties(inner, { a: 'y' }, null, description, { values, parent }));
    expect(blocked({}, 'fixedCollection')).toEqual(['c in', 'd in', 'e on']);
    // Options that were not added to a collection are undefined, not their default.
    expect(blocked({}, 'collection')).toEqual(['c in', 'e on']);
  });
});

describe('isFromAiOnly', () => {
  it.each([
    [`={{ $fromAI('a') }}`, true],
    [`={{ /* generated */ $fromAI('a', \`b\`, "number", -5) }}`, true],
    [`={{ $fromAI('a', 'b', 'boolean', true) }}`, true],
    [`={{ $fromAI('a') + 1 }}`, false],
    [`={{ $fromAI('a', $env.X) }}`, false],
    ["={{ $fromAI('a', `${$env.X}`) }}", false],
    [`={{ $fromAI('a', 'b' + 'c') }}`, false],
    [`={{ $fromAI('a', -x) }}`, false],
    [`={{ $fromAI(f()) }}`, false],
    [`={{ $fromAI() }}`, false],
    [`={{ $fromAI('a', ) }}`, false],
    [`={{ $fromAI('a' }}`, false],
    [`={{ $fromAI(`, false],
    [`={{ $fromAI( }}`, false],
    [`={{ $fromAI }}`, false],
    [`={{ other('a') }}`, false],
    [`={{ }}`, false],
    [`$fromAI('a')`, false],
  ])('%s: %s', (text, expected) => {
    expect(isFromAiOnly(text)).toBe(expected);
  });
});

it('numbers that JavaScript cannot represent keep their digits in complete and reduced parameters, at all depths', () => {
  const digits = '17169973925117969';
  const [size] = parseExactly(`[{"name":"size","displayName":"Size","type":"number","default":${digits}}]`) as [NodeProperty];
  const plain = property('size', 'number', 0);
  const rows = property('rows', 'fixedCollection', {}, { options: [{ name: 'row', displayName: 'Row', values: [plain] }] });
  const options = property('options', 'collection', {}, { options: [plain] });
  const stored = parseExactly(`{"size":${digits},"rows":{"row":{"size":${digits}}},"options":{"size":${digits}}}`) as JsonObject;
  expect(stringifyExactly(complete([plain, rows, options], stored))).toBe(stringifyExactly(stored));
  expect(stringifyExactly(slim([plain, rows, options], stored))).toBe(stringifyExactly(stored));
  expect(stringifyExactly(complete([size], {}))).toBe(`{"size":${digits}}`);
});
