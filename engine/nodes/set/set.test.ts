// Edit Fields (Set): fields set manually and as JSON, included input fields, and forbidden names.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';
import { parseJsonParameter } from './v3/raw-json.ts';
import { typedValue } from './v3/typed-value.ts';

const type = 'n8n-nodes-base.set';
const binary = { data: { data: 'aGk=', mimeType: 'text/plain' } };

describe('set, versions 1 and 2', () => {
  const item = { a: '7', b: { c: 1 } };
  /** Booleans x0, x1 … with these values, and one more without a value. */
  const bools = (...values: readonly unknown[]): Record<string, unknown> => ({
    keepOnlySet: true,
    values: {
      boolean: [...values.map((value) => `={{ ${JSON.stringify(value)} }}`), '={{ $json.nope }}'].map((value, at) => ({
        name: `x${at}`,
        value,
      })),
    },
  });
  it.each([
    [
      'names and values a new field has',
      1,
      { values: { number: [{}], boolean: [{ name: 'x' }], string: [{ name: 'y' }] } },
      { ...item, propertyName: 0, x: false, y: '' },
    ],
    [
      'one field after the other',
      1,
      { values: { string: [{ name: 'x', value: 'text' }], boolean: [{ name: 'x', value: true }] } },
      { ...item, x: 'text' },
    ],
    ['a field within an object', 1, { values: { string: [{ name: 'b.d', value: '={{ $json.a }}' }] } }, { a: '7', b: { c: 1, d: '7' } }],
    [
      'a name with a dot',
      1,
      { values: { string: [{ name: 'b.d', value: 'x' }] }, options: { dotNotation: false } },
      { ...item, 'b.d': 'x' },
    ],
    ['only what is set', 1, { keepOnlySet: true, values: { string: [{ name: 'x', value: 'y' }] } }, { x: 'y' }],
    ['nothing of the input for an empty list', 2, { keepOnlySet: true }, {}],
    [
      'numbers as they come in version 1',
      1,
      { keepOnlySet: true, values: { number: [{ name: 'x', value: '={{ $json.a }}' }] } },
      { x: '7' },
    ],
    ['numbers as numbers in version 2', 2, { keepOnlySet: true, values: { number: [{ name: 'x', value: '={{ $json.a }}' }] } }, { x: 7 }],
    ['booleans by whether there is something', 1, bools('no', '', null), { x0: true, x1: false, x2: false, x3: false }],
    [
      'no missing texts and numbers',
      2,
      {
        keepOnlySet: true,
        values: { string: [{ name: 'x', value: '={{ $json.nope }}' }], number: [{ name: 'o.y', value: '={{ $json.nope }}' }] },
      },
      { o: {} },
    ],
    [
      'null as it is',
      2,
      { keepOnlySet: true, values: { string: [{ name: 'x', value: '={{ null }}' }], number: [{ name: 'y', value: '={{ null }}' }] } },
      { x: null, y: null },
    ],
    ['a name from the item', 2, { keepOnlySet: true, values: { string: [{ name: '=n{{ $json.a }}', value: 'y' }] } }, { n7: 'y' }],
  ])('sets %s', async (_, version, parameters, expected) => {
    const before = structuredClone(item);
    const { json, error } = await runNode({ type, version, parameters, items: [item] });
    expect(error).toBeUndefined();
    expect(json).toEqual([expected]);
    expect(item).toEqual(before);
  });

  it('keeps or drops files with the other fields', async () => {
    const output = await runNode({ type, version: 1, items: [{ json: {}, binary }] });
    const dropped = await runNode({ type, version: 1, parameters: { keepOnlySet: true }, items: [{ json: {}, binary }] });
    expect(output.outputs).toEqual([[{ json: {}, binary, pairedItem: { item: 0 } }]]);
    expect(dropped.outputs).toEqual([[{ json: {}, pairedItem: { item: 0 } }]]);
  });
});

describe('set, version 3: typed fields', () => {
  const fields = (...values: readonly unknown[]): Record<string, unknown> => ({ include: 'none', fields: { values } });
  it.each([
    ['a text', fields({ name: 'x', stringValue: '={{ $json.n }}' }), { x: '7' }],
    ['a number', fields({ name: 'x', type: 'numberValue', numberValue: '7.5' }), { x: 7.5 }],
    ['a boolean', fields({ name: 'x', type: 'booleanValue', booleanValue: 'false' }), { x: false }],
    ['a list', fields({ name: 'x', type: 'arrayValue', arrayValue: '[1, "a"]' }), { x: [1, 'a'] }],
    ['an object', fields({ name: 'x', type: 'objectValue', objectValue: '{"a": 1}' }), { x: { a: 1 } }],
    [
      'an object typed with placeholders',
      fields({ name: 'x', type: 'objectValue', objectValue: '{"a": {{ $json.n }} }' }),
      { x: { a: 7 } },
    ],
    ['the object a new field has', fields({ name: 'x', type: 'objectValue' }), { x: {} }],
    [
      'nothing',
      fields({ name: 'x', stringValue: '={{ null }}' }, { name: 'y', type: 'numberValue', numberValue: '={{ undefined }}' }),
      { x: null, y: null },
    ],
  ])('sets %s', async (_, parameters, expected) => {
    const { json, error } = await runNode({ type, version: 3.2, parameters, items: [{ n: 7 }] });
    expect(error).toBeUndefined();
    expect(json).toEqual([expected]);
  });

  it('keeps all input fields by default', async () => {
    const { json } = await runNode({
      type,
      version: 3,
      parameters: { fields: { values: [{ name: 'x', stringValue: 'y' }] } },
      items: [{ a: 1 }],
    });
    expect(json).toEqual([{ a: 1, x: 'y' }]);
  });
});

describe('set, from version 3.3: assignments', () => {
  const assign = (...assignments: readonly unknown[]): Record<string, unknown> => ({ assignments: { assignments } });
  const item = { n: 7, text: ' 8 ', list: [1, 2], object: { a: 1, b: 2 }, 'a.b': 'dotted' };
  it.each([
    ['only what is set, by default', assign({ name: 'x', value: 'y', type: 'string' }), { x: 'y' }],
    ['text of a number', assign({ name: 'x', value: '={{ $json.n }}', type: 'string' }), { x: '7' }],
    ['text of an object', assign({ name: 'x', value: '={{ $json.object }}', type: 'string' }), { x: '{"a":1,"b":2}' }],
    ['a number of a text', assign({ name: 'x', value: '={{ $json.text }}', type: 'number' }), { x: 8 }],
    ['the number of a blank text', assign({ name: 'x', value: ' ', type: 'number' }), { x: 0 }],
    ['a boolean of a text', assign({ name: 'x', value: 'TRUE', type: 'boolean' }), { x: true }],
    ['a list', assign({ name: 'x', value: '={{ $json.list }}', type: 'array' }), { x: [1, 2] }],
    ['a list of a text', assign({ name: 'x', value: '[1, 2]', type: 'array' }), { x: [1, 2] }],
    ['any value for another type', assign({ name: 'x', value: '={{ $json.n }}', type: 'json' }), { x: 7 }],
    ['any value if no type is given', assign({ name: 'x', value: '={{ $json.n }}' }), { x: 7 }],
    ['nothing', assign({ name: 'x', value: '={{ $json.missing }}', type: 'number' }), { x: null }],
    ['a path', assign({ name: 'x.y[1]', value: 'z', type: 'string' }), { x: { y: [undefined, 'z'] } }],
    ['a name with dots', { ...assign({ name: 'x.y', value: 'z', type: 'string' }), options: { dotNotation: false } }, { 'x.y': 'z' }],
    ['a name from the item', assign({ name: '={{ "k" + $json.n }}', value: 'z', type: 'string' }), { k7: 'z' }],
    [
      'several fields',
      assign(
        { name: 'x', value: 1, type: 'number' },
        { name: 'x', value: '2', type: 'string' },
        { name: 'y', value: true, type: 'boolean' },
      ),
      { x: '2', y: true },
    ],
    [
      'fields in addition to all others',
      { ...assign({ name: 'n', value: 8, type: 'number' }), includeOtherFields: true },
      { ...item, n: 8 },
    ],
    [
      'fields within an object that stays',
      { ...assign({ name: 'object.a', value: 9, type: 'number' }), includeOtherFields: true },
      { ...item, object: { a: 9, b: 2 } },
    ],
    ['chosen others', { includeOtherFields: true, include: 'selected', includeFields: 'n, object.b, missing' }, { n: 7, b: 2 }],
    [
      'all but chosen others',
      { includeOtherFields: true, include: 'except', excludeFields: 'n,text, object.a ,list,a.b' },
      { object: { b: 2 } },
    ],
    ['the others chosen by an expression', { includeOtherFields: true, include: 'selected', includeFields: '={{ ["n"] }}' }, { n: 7 }],
    ['no others if they are off', { include: 'selected', includeFields: 'n' }, {}],
  ])('returns %s', async (_, parameters, expected) => {
    const before = structuredClone(item);
    const { json, error } = await runNode({ type, version: 3.4, parameters, items: [item] });
    expect(error).toBeUndefined();
    expect(json).toEqual([expected]);
    expect(item).toEqual(before);
  });

  describe('dates within objects and lists', () => {
    const dates = assign(
      {
        name: 'object',
        value: '={{ ({ at: new Date(0), none: new Date(NaN), n: null }) }}',
        type: 'object',
      },
      { name: 'list', value: '={{ [[DateTime.fromMillis(0, { zone: "utc" })], 1, Duration.fromMillis(5), undefined] }}', type: 'array' },
      { name: 'date', value: '={{ new Date(0) }}' },
    );
    const at = '1970-01-01T00:00:00.000Z';

    it('are texts from version 3.5 on, also in other fields', async () => {
      const item = { old: [{ at: new Date(0) }], other: { n: 1 }, fieldNamed: { ['__proto__']: new Date(0) } };
      const run = (parameters: Record<string, unknown>) => runNode({ type, version: 3.5, parameters, items: [item] });
      const { json, outputs } = await run({ ...dates, includeOtherFields: true });
      expect(json).toStrictEqual([
        {
          old: [{ at }],
          other: { n: 1 },
          fieldNamed: { ['__proto__']: at },
          object: { at, none: null, n: null },
          list: [[at], 1, 'PT0.005S', undefined],
          date: at,
        },
      ]);
      expect(outputs[0]?.[0]?.json['other']).toBe(item.other);
      expect(item.old).toEqual([{ at: new Date(0) }]);
      expect((await run({ mode: 'raw', jsonOutput: '={{ { a: { at: new Date(0) } } }}' })).json).toStrictEqual([{ a: { at } }]);
    });

    it('stay dates in version 3.4', async () => {
      const { json } = await runNode({ type, version: 3.4, parameters: dates });
      expect(json).toMatchObject([{ object: { at: new Date(0) }, date: new Date(0) }]);
    });
  });

  it('evaluates values for each item', async () => {
    const parameters = assign({ name: 'x', value: '={{ $json.n * 2 }}', type: 'number' });
    const { outputs } = await runNode({ type, version: 3.4, parameters, items: [{ n: 1 }, { n: 2 }] });
    expect(outputs).toEqual([
      [
        { json: { x: 2 }, pairedItem: { item: 0 } },
        { json: { x: 4 }, pairedItem: { item: 1 } },
      ],
    ]);
  });

  it.each([
    [
      'a value that cannot be converted',
      assign({ name: 'x', value: '={{ $json.n }}', type: 'number' }),
      "'x' expects a number but we got 'two' [item 1]",
    ],
    [
      'a constant that cannot be converted',
      assign({ name: 'x', value: 'two', type: 'number' }),
      "'x' expects a number but we got 'two' [item 0]",
    ],
  ])('fails for %s, naming field and item', async (_, parameters, message) => {
    const { error } = await runNode({ type, version: 3.4, parameters, items: [{ n: 1 }, { n: 'two' }] });
    expect(error).toMatchObject({
      code: 'PARAMETER_INVALID',
      message,
      description: expect.stringContaining('Ignore Type Conversion Errors') as string,
    });
  });

  it('keeps such a value if set', async () => {
    const parameters = { ...assign({ name: 'x', value: 'two', type: 'number' }), options: { ignoreConversionErrors: true } };
    expect((await runNode({ type, version: 3.4, parameters })).json).toEqual([{ x: 'two' }]);
  });

  it('makes an error item of a failing item if the node continues on failure', async () => {
    const parameters = assign({ name: 'x', value: '={{ $json.n }}', type: 'number' });
    const { json } = await runNode({
      type,
      version: 3.4,
      parameters,
      items: [{ n: 'two' }, { n: 2 }],
      node: { onError: 'continueRegularOutput' },
    });
    expect(json).toEqual([{ error: expect.stringContaining("'two'") as string }, { x: 2 }]);
  });

  const fieldNamed = (name: string, dotNotation: boolean): Record<string, unknown> => ({
    ...assign({ name, value: 'x', type: 'string' }),
    options: { dotNotation },
  });

  it.each([
    ['__proto__', true],
    ['__proto__', false],
    ['__proto__.polluted', true],
    ['a.__proto__.polluted', true],
    ['constructor.prototype.polluted', true],
    ['={{ "__proto__" }}.polluted', true],
  ])('rejects the name %s (dot notation %s)', async (name, dotNotation) => {
    const { error } = await runNode({ type, version: 3.4, parameters: fieldNamed(name, dotNotation) });
    expect(error?.message).toContain('cannot be used as a field name');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('uses such a name as a single key without dot notation', async () => {
    const { json } = await runNode({ type, version: 3.4, parameters: fieldNamed('a.__proto__.polluted', false) });
    expect(json).toEqual([{ 'a.__proto__.polluted': 'x' }]);
  });

  it('does not copy a prototype out of JSON', async () => {
    const parameters = { mode: 'raw', jsonOutput: '{"__proto__": {"polluted": true}, "a": 1}' };
    const { json } = await runNode({ type, version: 3.4, parameters });
    expect(json[0]?.['a']).toBe(1);
    expect((json[0] as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('set, version 3: JSON', () => {
  it.each([
    ['as text', { jsonOutput: '{ "x": [1, 2] }' }, { x: [1, 2] }],
    ['as an object', { jsonOutput: '={{ ({ x: $json.n }) }}' }, { x: 7 }],
    ['with dotted names for nested fields', { jsonOutput: '{ "a.b": 1, "c[0]": 2 }' }, { a: { b: 1 }, c: [2] }],
    ['with dots in names', { jsonOutput: '{ "a.b": 1 }', options: { dotNotation: false } }, { 'a.b': 1 }],
    ['as text with placeholders', { jsonOutput: '={ "x": {{ $json.n }}, "y": "n{{ $json.n }}" }' }, { x: 7, y: 'n7' }],
    ['as text with placeholders, not marked as an expression', { jsonOutput: '{ "x": {{ $json.n }} }' }, { x: 7 }],
    ['with a trailing comma', { jsonOutput: '{ "x": { "y": 1, }, }' }, { x: { y: 1 } }],
    ['as people write it', { jsonOutput: "{x: 'y'}," }, { x: 'y' }],
    ['in addition to all others', { jsonOutput: '{ "x": 1 }', includeOtherFields: true }, { n: 7, x: 1 }],
  ])('sets fields %s', async (_, parameters, expected) => {
    const { json, error } = await runNode({ type, version: 3.4, parameters: { mode: 'raw', ...parameters }, items: [{ n: 7 }] });
    expect(error).toBeUndefined();
    expect(json).toEqual([expected]);
  });

  const luxon = "DateTime.fromISO('2026-01-02T03:04:05Z', { zone: 'utc' })";
  const o = { k: 'v: 1', q: 'say "hi"' };
  it.each<[what: string, version: number, jsonOutput: string, expected: unknown]>([
    ['dates', 3.4, `={ "x": {{ ${luxon} }}, "y": {{ new Date(0) }} }`, { x: '2026-01-02T03:04:05.000Z', y: '1970-01-01T00:00:00.000Z' }],
    ['dates in texts', 3.4, `={ "x": "at {{ ${luxon} }}" }`, { x: 'at 2026-01-02T03:04:05.000Z' }],
    ['durations', 3, `={ "x": {{ ${luxon}.plus({ days: 1 }).diff(${luxon}, 'hours') }} }`, { x: 'PT24H' }],
    ['objects', 3.4, '={ "x": {{ $json.o }} }', { x: o }],
    ['objects, not marked as an expression', 3.4, '{ "x": {{ $json.o }} }', { x: o }],
    ['objects in texts', 3.4, '={ "x": "is {{ $json.o }}" }', { x: `is ${JSON.stringify(o)}` }],
    ["objects in texts of people's JSON", 3.4, `={ x: 'is {{ ({ a: "it's" }) }}' }`, { x: `is {"a":"it's"}` }],
    ['lists', 3.4, '={ "x": {{ $json.list }} }', { x: ['a:1', 2] }],
    ['lists of objects in texts', 3.4, '={ "x": "{{ [$json.o] }}" }', { x: JSON.stringify([o]) }],
    ['lists of plain values in texts', 3.5, '={ "x": "{{ $json.list }}" }', { x: 'a:1,2' }],
    ['the whole input', 3.4, '={ "x": {{ $json }} }', { x: { n: 7, o, list: ['a:1', 2] } }],
    ['nothing', 3.4, '={ "x": {{ $json.missing }}, "y": {{ null }}, "z": "a{{ undefined }}b" }', { x: null, y: null, z: 'ab' }],
    [
      'parts of the JSON',
      3.4,
      '={ {{ \'"x": 1\' }}, {{ "y" }}: {{ "word" }}, "z": {{ JSON.stringify($json.o.q) }} }',
      { x: 1, y: 'word', z: o.q },
    ],
    ['values after a text with quotes', 3.4, '={ "x": "a \\"b\\" [{{ $json.n }}", "y": {{ $json.o }} }', { x: 'a "b" [7', y: o }],
    ['nodes', 3.4, '={ "x": {{ $node }} }', { x: {} }],
    ['entries of lists, up to 3.4', 3.4, '={ "x": [{{ [1, 2] }}], "y": [{{ null }}] }', { x: [1, 2], y: [] }],
    ['lists in lists', 3.5, '={ "x": [{{ [1, 2] }}], "y": [{{ null }}, 1] }', { x: [[1, 2]], y: [null, 1] }],
    [
      'dates alone in texts',
      3.4,
      '={ "x": "{{ new Date(0) }}", "y": \'on {{ new Date(0) }}\' }',
      { x: '1970-01-01T00:00:00.000Z', y: 'on 1970-01-01T00:00:00.000Z' },
    ],
    ['invalid dates in texts', 3.4, '={ "x": "{{ new Date(NaN) }}" }', { x: '' }],
    ['lists of dates in texts', 3.4, '={ "x": "{{ [new Date(0), 1] }}" }', { x: '["1970-01-01T00:00:00.000Z",1]' }],
    ['dates in texts as JSON', 3.5, '={ "x": "{{ new Date(0) }}" }', { x: '1970-01-01T00:00:00.000Z' }],
  ])('writes %s as JSON (%d)', async (_, version, jsonOutput, expected) => {
    const parameters = { mode: 'raw', jsonOutput, ...(version < 3.3 ? { include: 'none' } : {}) };
    const { json, error } = await runNode({ type, version, parameters, items: [{ n: 7, o, list: ['a:1', 2] }] });
    expect(error).toBeUndefined();
    expect(json).toEqual([expected]);
  });

  it('writes them in assigned lists and objects too', async () => {
    const value = '={ "at": {{ new Date(0) }}, "o": {{ $json.o }} }';
    const expected = [{ x: { at: '1970-01-01T00:00:00.000Z', o } }];
    const assignments = { assignments: { assignments: [{ id: 'a', name: 'x', type: 'object', value }] } };
    expect((await runNode({ type, version: 3.4, parameters: assignments, items: [{ o }] })).json).toEqual(expected);
  });

  it.each<[what: string, version: number, options: object, expected: unknown]>([
    ['as paths, up to 3.4, except those that are none', 3.4, {}, { a: { b: 1 }, 'Test 2.0': 2, 'nr.': 3, 'Dr. Who': 4 }],
    ['as they are written, since 3.5', 3.5, {}, { 'a.b': 1, 'Test 2.0': 2, 'nr.': 3, 'Dr. Who': 4 }],
    ['as they are written, if set', 3.4, { dotNotation: false }, { 'a.b': 1, 'Test 2.0': 2, 'nr.': 3, 'Dr. Who': 4 }],
    ['as paths, if set', 3.5, { dotNotation: true }, { a: { b: 1 }, 'Test 2': [2], nr: { '': 3 }, Dr: { ' Who': 4 } }],
  ])('takes names with dots %s', async (_, version, options, expected) => {
    const jsonOutput = '{ "a.b": 1, "Test 2.0": 2, "nr.": 3, "Dr. Who": 4 }';
    const { json, error } = await runNode({ type, version, parameters: { mode: 'raw', jsonOutput, options } });
    expect(error).toBeUndefined();
    expect(json).toEqual([expected]);
  });

  it.each([
    ['an object that became text', '={ "x": {{ String($json) }} }', "The 'JSON Output' in item 0 contains invalid JSON"],
    ['no JSON', '{ "x": 1,, "y": 2 }', "The 'JSON Output' in item 0 contains invalid JSON"],
    ['no object', '[1]', "The 'JSON Output' in item 0 does not contain a valid JSON object"],
  ])('fails for text that is %s', async (_, jsonOutput, message) => {
    const { error } = await runNode({ type, version: 3.4, parameters: { mode: 'raw', jsonOutput } });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message });
  });
});

describe('set, version 3: files and copies', () => {
  const file = { type: 'binary', name: 'copy', value: 'data' };
  it.each([
    ['drops files up to 3.3', 3.3, { includeOtherFields: true }, undefined],
    ['keeps them if set', 3.3, { options: { includeBinary: true } }, binary],
    ['drops files from 3.4 on', 3.4, {}, undefined],
    ['keeps them with other fields', 3.4, { includeOtherFields: true }, binary],
    ['drops them if set', 3.4, { includeOtherFields: true, options: { stripBinary: true } }, undefined],
    ['keeps them if the option is off', 3.4, { options: { stripBinary: false } }, binary],
    ['puts a file under a new name', 3.4, { assignments: { assignments: [file] } }, { copy: binary.data }],
  ])('%s', async (_, version, parameters, expected) => {
    const { outputs, error } = await runNode({ type, version, parameters, items: [{ json: {}, binary }] });
    expect(error).toBeUndefined();
    expect(outputs[0]?.[0]?.binary).toEqual(expected);
  });

  it('fails for a missing file', async () => {
    const { error } = await runNode({ type, version: 3.4, parameters: { assignments: { assignments: [file] } } });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: "'copy' expects a file but got none [item 0]" });
  });

  it('adds duplicates in a manual run', async () => {
    const { outputs } = await runNode({ type, version: 3.4, parameters: { duplicateItem: true, duplicateCount: 2 }, items: [{ a: 1 }] });
    expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
  });
});

describe('typedValue', () => {
  it.each([
    ['string', [1, 2], '[1,2]'],
    ['string', true, 'true'],
    ['string', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['number', true, 1],
    ['boolean', 0, false],
    ['dateTime', '2026-01-15T12:00:00Z', '2026-01-15T12:00:00.000Z'],
    ['object', { a: 1 }, { a: 1 }],
    ['array', null, null],
  ])('for %s', (type, value, expected) => {
    expect(typedValue('x', type, value, 0, { timezone: 'UTC' })).toEqual(expected);
  });
});

describe('null as a text', () => {
  const run = (version: number, more: object = {}): ReturnType<typeof runNode> => {
    const fields = { include: 'none', fields: { values: [{ name: 'x', stringValue: '={{ null }}' }] }, options: more };
    const assignments = { assignments: { assignments: [{ id: 'a', name: 'x', value: '={{ null }}', type: 'string' }] }, options: more };
    return runNode({ type, version, parameters: version < 3.3 ? fields : assignments });
  };

  it.each([
    [3, 'null'],
    [3.2, null],
    [3.4, null],
    [3.5, null],
  ])('version %s returns %j', async (version, x) => {
    expect((await run(version)).json).toEqual([{ x }]);
  });

  it('version 3.1 rejects it unless errors are ignored', async () => {
    expect((await run(3.1)).error?.message).toBe("'x' expects a string but we got 'null' [item 0]");
    expect((await run(3.1, { ignoreConversionErrors: true })).json).toEqual([{ x: null }]);
  });
});

describe('parseJsonParameter', () => {
  it('names the given field', () => {
    expect(() => parseJsonParameter('{a: 1,, b: 2}', 3, 'Body')).toThrow("The 'Body' in item 3 contains invalid JSON");
  });
});
