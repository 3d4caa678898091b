// Merge: every mode of every version.
import { describe, expect, it } from 'vitest';
import { sampleView } from '../../testing/sample-run.ts';
import type { ItemList } from '../../contract/run-data.ts';
import { compileExpression, createScope, type RunView } from '../../expression/index.ts';
import { runNode } from '../../testing/run-node.ts';
import { merge as mergeNode } from './index.ts';
import { clashSettings, mergeParts } from './merge-json.ts';

const type = 'n8n-nodes-base.merge';
const people = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Bob' },
  { id: 3, name: 'Cid' },
];
const cities = [
  { id: 2, city: 'Ulm' },
  { id: 1, city: 'Bonn' },
  { id: 9, city: 'Kiel' },
  { id: 1, city: 'Jena' },
];

async function merge(
  version: number,
  parameters: object,
  inputs: readonly (readonly object[])[] = [people, cities],
): Promise<readonly ItemList[]> {
  const { outputs, error } = await runNode({ type, version, parameters: { ...parameters }, inputs: inputs as never });
  if (error !== undefined) throw new Error(error.message);
  return outputs;
}
const json = (outputs: readonly ItemList[]): unknown[] => (outputs[0] ?? []).map((item) => item.json);
const pairs = (outputs: readonly ItemList[]): unknown[] => (outputs[0] ?? []).map((item) => item.pairedItem);

describe.each([1, 2, 2.1, 3, 3.1, 3.2])('merge %s', (version) => {
  it('appends by default', async () => {
    const outputs = await merge(version, {}, [[{ a: 1 }], [{ b: 2 }]]);
    expect(outputs).toEqual([
      [
        { json: { a: 1 }, pairedItem: { item: 0 } },
        { json: { b: 2 }, pairedItem: { item: 0, input: 1 } },
      ],
    ]);
  });
});

describe('merge 1', () => {
  const key = { propertyName1: 'id', propertyName2: 'id' };
  it.each([
    ['keepKeyMatches', key, [people[0], people[1]]],
    ['removeKeyMatches', key, [people[2]]],
    ['mergeByKey', key, [{ id: 1, name: 'Ada', city: 'Jena' }, { id: 2, name: 'Bob', city: 'Ulm' }, people[2]]],
    [
      'mergeByIndex',
      {},
      [
        { id: 2, name: 'Ada', city: 'Ulm' },
        { id: 1, name: 'Bob', city: 'Bonn' },
        { id: 9, name: 'Cid', city: 'Kiel' },
      ],
    ],
    ['passThrough', {}, people],
    ['passThrough', { output: 'input2' }, cities],
    ['wait', {}, [{}]],
  ])('%s %j', async (mode, parameters, expected) => {
    expect(json(await merge(1, { mode, ...parameters }))).toEqual(expected);
  });

  it.each([
    ['inner', 1],
    ['left', 2],
    ['outer', 3],
  ])('mergeByIndex, %s join', async (join, count) => {
    expect(
      json(
        await merge(
          1,
          { mode: 'mergeByIndex', join },
          [
            [{ a: 1 }, { a: 2 }],
            [{ b: 1 }, { b: 2 }, { b: 3 }],
          ].map((items, input) => (join === 'inner' && input === 1 ? items.slice(0, 1) : items)),
        ),
      ),
    ).toHaveLength(count);
  });

  it.each([
    ['always', { v: null, w: 2, x: 3 }],
    ['blank', { v: 1, w: 2, x: 3 }],
    ['undefined', { v: 1, w: '', x: 3 }],
  ])('mergeByKey, overwrite %s', async (overwrite, expected) => {
    const inputs = [[{ id: 1, v: 1, w: '' }], [{ id: '1', v: null, w: 2, x: 3 }]];
    const [merged] = json(await merge(1, { mode: 'mergeByKey', ...key, overwrite }, inputs));
    expect(merged).toMatchObject(expected);
  });

  it('multiplex returns every pair', async () => {
    const outputs = await merge(1, { mode: 'multiplex' }, [
      [{ a: 1 }, { a: 2 }],
      [{ b: 1 }, { b: 2 }],
    ]);
    expect(json(outputs)).toEqual([
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
      { a: 2, b: 2 },
    ]);
    expect(pairs(outputs)[1]).toEqual([{ item: 0 }, { item: 1, input: 1 }]);
  });

  it('drops items without a key, and keeps the key of input 1', async () => {
    const parameters = { mode: 'mergeByKey', propertyName1: 'id', propertyName2: 'id' };
    const outputs = await merge(1, parameters, [[{ id: '1' }, { x: 1 }, { id: 7 }], [{ id: 1, y: 2 }]]);
    expect(json(outputs)).toEqual([{ id: '1', y: 2 }, { id: 7 }]);
  });

  it('reports the missing field', async () => {
    await expect(merge(1, { mode: 'mergeByKey', propertyName1: 'id' })).rejects.toThrow('Property Input 2');
  });
});

/** The same join with the parameters of version 2 and of version 3. */
const joins: readonly (readonly [number, object])[] = [
  [2, { mode: 'combine', mergeByFields: { values: [{ field1: 'id', field2: 'id' }] } }],
  [2.1, { mode: 'combine', combinationMode: 'mergeByFields', mergeByFields: { values: [{ field1: 'id', field2: 'id' }] } }],
  [3, { mode: 'combine', fieldsToMatchString: 'id' }],
  [3.2, { mode: 'combine', combineBy: 'combineByFields', advanced: true, mergeByFields: { values: [{ field1: 'id', field2: 'id' }] } }],
];

describe.each(joins)('merge %s by fields', (version, base) => {
  const ada = [
    { id: 1, name: 'Ada', city: 'Bonn' },
    { id: 1, name: 'Ada', city: 'Jena' },
  ];
  const bob = { id: 2, name: 'Bob', city: 'Ulm' };
  it.each([
    ['keeps matches by default', {}, [...ada, bob]],
    ['keeps the first match', { options: { multipleMatches: 'first' } }, [ada[0], bob]],
    ['keeps matches of input 1', { outputDataFrom: 'input1' }, [people[0], people[1]]],
    ['keeps matches of input 2', { outputDataFrom: 'input2' }, [cities[0], cities[1], cities[3]]],
    [
      'keeps non-matches',
      { joinMode: 'keepNonMatches' },
      [
        { ...people[2], _source: 'input1' },
        { ...cities[2], _source: 'input2' },
      ],
    ],
    ['keeps non-matches of input 1', { joinMode: 'keepNonMatches', outputDataFrom: 'input1' }, [people[2]]],
    ['keeps non-matches of input 2', { joinMode: 'keepNonMatches', outputDataFrom: 'input2' }, [cities[2]]],
    ['keeps everything', { joinMode: 'keepEverything' }, [...ada, bob, people[2], cities[2]]],
    ['enriches input 1', { joinMode: 'enrichInput1' }, [...ada, bob, people[2]]],
    ['enriches input 2', { joinMode: 'enrichInput2' }, [...ada, bob, cities[2]]],
  ])('%s', async (_, parameters, expected) => {
    expect(json(await merge(version, { ...base, ...parameters }))).toEqual(expected);
  });

  it('pairs merged items with both, others with their own input', async () => {
    const outputs = await merge(version, { ...base, joinMode: 'keepEverything', options: { multipleMatches: 'first' } });
    expect(pairs(outputs)).toEqual([
      [{ item: 0 }, { item: 1, input: 1 }],
      [{ item: 1 }, { item: 0, input: 1 }],
      { item: 2 },
      { item: 2, input: 1 },
      { item: 3, input: 1 },
    ]);
  });

  it('keeps every match of input 2, not only the first', async () => {
    const parameters = { ...base, outputDataFrom: 'input2', options: { multipleMatches: 'first' } };
    const outputs = await merge(version, parameters, [[{ id: 1 }], [{ id: 1, n: 1 }, { id: 1, n: 2 }, { id: 2 }]]);
    expect(json(outputs)).toEqual([
      { id: 1, n: 1 },
      { id: 1, n: 2 },
    ]);
  });

  it('matches nothing on the left with a missing field on the right when types are tolerated', async () => {
    const inputs = [
      [{ id: '', a: 1 }, { id: null, a: 2 }, { a: 3 }],
      [{ b: 1 }, { id: 5 }],
    ];
    const fuzzy = await merge(version, { ...base, outputDataFrom: 'input1', options: { fuzzyCompare: true } }, inputs);
    expect(json(fuzzy)).toEqual([
      { id: '', a: 1 },
      { id: null, a: 2 },
    ]);
    expect(json(await merge(version, base, inputs))).toEqual([]);
  });

  it('adds input numbers to all names if set', async () => {
    const options = { clashHandling: { values: { resolveClash: 'addSuffix' } } };
    const outputs = await merge(version, { ...base, joinMode: 'enrichInput1', options }, [[{ id: 1 }, { id: 2 }], [{ id: 1, x: 1 }]]);
    expect(json(outputs)).toEqual([{ id_1: 1, id_2: 1, x_2: 1 }, { id_1: 2 }]);
  });

  it('tolerates types if set', async () => {
    const inputs = [[{ id: 1, a: 1 }], [{ id: '1', b: 1 }]];
    expect(json(await merge(version, base, inputs))).toEqual([]);
    expect(json(await merge(version, { ...base, options: { fuzzyCompare: true } }, inputs))).toEqual([{ id: '1', a: 1, b: 1 }]);
  });

  it('rejects a field that no item has only in version 2', async () => {
    const outputs = merge(version, base, [[{ id: 1 }], [{ x: 1 }]]);
    if (version === 2) await expect(outputs).rejects.toThrow("Field 'id' is not present in any of items in 'Input 2'");
    else expect(json(await outputs)).toEqual([]);
  });

  it('joins with an input without data', async () => {
    expect(json(await merge(version, { ...base, joinMode: 'enrichInput1' }, [people, []]))).toEqual(people);
    expect(json(await merge(version, base, [people, []]))).toEqual([]);
  });
});

describe('merge by position and in all combinations', () => {
  const inputs = [[{ a: 1 }, { a: 2 }], [{ b: 1 }]];
  it.each([
    [2, { combinationMode: 'mergeByPosition' }, [{ a: 1, b: 1 }]],
    [2.1, { combinationMode: 'mergeByPosition', options: { includeUnpaired: true } }, [{ a: 1, b: 1 }, { a: 2 }]],
    [3.2, { combineBy: 'combineByPosition' }, [{ a: 1, b: 1 }]],
    [3.2, { combineBy: 'combineByPosition', options: { includeUnpaired: true } }, [{ a: 1, b: 1 }, { a: 2 }]],
    [
      2,
      { combinationMode: 'multiplex' },
      [
        { a: 1, b: 1 },
        { a: 2, b: 1 },
      ],
    ],
    [
      3,
      { combineBy: 'combineAll' },
      [
        { a: 1, b: 1 },
        { a: 2, b: 1 },
      ],
    ],
  ])('%s %j', async (version, parameters, expected) => {
    expect(json(await merge(version, { mode: 'combine', ...parameters }, inputs))).toEqual(expected);
  });

  it('keeps the items of the preferred input together', async () => {
    const options = { clashHandling: { values: { resolveClash: 'preferInput1' } } };
    const outputs = await merge(3.2, { mode: 'combine', combineBy: 'combineAll', options }, [
      [{ v: 1 }, { v: 2 }],
      [{ v: 3 }, { v: 4, w: 4 }],
    ]);
    expect(json(outputs)).toEqual([{ v: 1 }, { v: 2 }, { v: 1, w: 4 }, { v: 2, w: 4 }]);
    expect(pairs(outputs)[1]).toEqual([{ item: 1 }, { item: 0, input: 1 }]);
  });

  const three = [
    [{ a: 1 }, { a: 2 }],
    [{ b: 1 }, { b: 2 }],
    [{ c: 1 }, { c: 2 }],
  ];

  it('accepts more than two inputs', async () => {
    const position = await merge(3.2, { mode: 'combine', combineBy: 'combineByPosition', numberInputs: 3 }, three);
    expect(json(position)).toEqual([
      { a: 1, b: 1, c: 1 },
      { a: 2, b: 2, c: 2 },
    ]);
    expect(pairs(position)[1]).toEqual([{ item: 1 }, { item: 1, input: 1 }, { item: 1, input: 2 }]);
    expect(json(await merge(3.2, { mode: 'combine', combineBy: 'combineAll', numberInputs: 3 }, three))).toHaveLength(8);
    expect(json(await merge(3.2, { numberInputs: 3 }, three))).toHaveLength(6);
  });
});

describe('merge, choosing a branch', () => {
  it.each([
    [2, {}, people],
    [2, { output: 'input2' }, cities],
    [2.1, { output: 'empty' }, [{}]],
    [3, {}, people],
    [3, { useDataOfInput: 2 }, cities],
    [3.2, { useDataOfInput: '2' }, cities],
    [3.2, { output: 'empty' }, [{}]],
  ])('%s %j', async (version, parameters, expected) => {
    expect(json(await merge(version, { mode: 'chooseBranch', ...parameters }))).toEqual(expected);
  });

  it('pairs the empty item with all input items', async () => {
    expect(pairs(await merge(3.2, { mode: 'chooseBranch', output: 'empty' }, [[{ a: 1 }], [{ b: 1 }, { b: 2 }]]))).toEqual([
      [{ item: 0 }, { item: 0, input: 1 }, { item: 1, input: 1 }],
    ]);
  });
});

describe('merge, the ports of version 3', () => {
  const view = (parameters: Record<string, unknown>): RunView =>
    sampleView({ nodes: [{ name: 'Node', type, typeVersion: 3.2, parameters }], parameters, inputs: [] });
  const message = (field: 'inputs' | 'requiredInputs', parameters: Record<string, unknown>): unknown => {
    const description = mergeNode.versions[2]?.description;
    return compileExpression(description?.[field] as string).evaluate(createScope(view(parameters)));
  };

  it.each([
    [{ mode: 'append', numberInputs: 2 }, 2, 1],
    [{ mode: 'append', numberInputs: 4 }, 4, 1],
    [{ mode: 'combine', combineBy: 'combineByFields', numberInputs: 5 }, 2, 1],
    [{ mode: 'combine', combineBy: 'combineByPosition', numberInputs: 3 }, 3, 1],
    [{ mode: 'chooseBranch', numberInputs: 3 }, 3, [0, 1, 2]],
  ])('%j', (parameters, count, required) => {
    const names = (message('inputs', parameters) as { displayName: string }[]).map(({ displayName }) => displayName);
    expect(names).toEqual(Array.from({ length: count }, (_, index) => `Input ${index + 1}`));
    expect(message('requiredInputs', parameters)).toEqual(required);
  });
});

describe('mergeParts', () => {
  const parts = (...jsons: readonly Record<string, unknown>[]): Parameters<typeof mergeParts>[0] =>
    jsons.map((value, input) => ({ item: { json: value }, index: 0, input }));
  const first = { v: 1, o: { x: 1, deep: { p: 1 } }, l: [1, { q: 1 }, 3], e: 'kept' };
  const second = { v: 2, o: { y: 2, deep: { r: 2 } }, l: [9, { s: 2 }], e: '' };

  it.each([
    ['the last wins', {}, { v: 2, o: { x: 1, y: 2, deep: { p: 1, r: 2 } }, l: [9, { q: 1, s: 2 }, 3], e: '' }],
    [
      'the first wins',
      { resolveClash: 'preferInput1' },
      { v: 1, o: { x: 1, y: 2, deep: { p: 1, r: 2 } }, l: [1, { q: 1, s: 2 }, 3], e: 'kept' },
    ],
    ['whole fields only', { mergeMode: 'shallowMerge' }, second],
    ['empty values are replaced', { overrideEmpty: true, mergeMode: 'shallowMerge' }, { ...second, e: 'kept' }],
  ])('%s', (_, values, expected) => {
    const before = structuredClone([first, second]);
    expect(mergeParts(parts(first, second), clashSettings({ clashHandling: { values } })).json).toEqual(expected);
    expect([first, second]).toEqual(before);
  });

  it('merges the files of all items', () => {
    const file = { data: '', mimeType: 'text/plain' };
    const item = (name: string): { json: object; binary: object } => ({ json: {}, binary: { [name]: file } });
    const created = mergeParts(
      [
        { item: item('a') as never, index: 0, input: 0 },
        { item: item('b') as never, index: 0, input: 1 },
      ],
      clashSettings({}),
    );
    expect(created.binary).toEqual({ a: file, b: file });
  });

  it('protects prototypes from keys', () => {
    const evil = JSON.parse('{"__proto__": {"polluted": true}, "o": {"__proto__": {"polluted": true}}}') as Record<string, unknown>;
    const { json } = mergeParts(parts({ o: {} }, evil), clashSettings({}));
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
