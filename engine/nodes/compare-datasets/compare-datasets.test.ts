// Compare Datasets: the output of each item, and how differences are shown.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.compareDatasets';
const byId = { mergeByFields: { values: [{ field1: 'id', field2: 'id' }] } };
const left = [
  { id: 1, v: 'a' },
  { id: 2, v: 'b' },
  { id: 3, v: 'c' },
];
const right = [
  { id: 2, v: 'b' },
  { id: 3, v: 'C', w: 1 },
  { id: 4, v: 'd' },
];

async function compare(version: number, parameters: object, inputs: readonly (readonly object[])[] = [left, right]): Promise<unknown[][]> {
  const { outputs, error } = await runNode({ type, version, parameters: { ...byId, ...parameters }, inputs: inputs as never });
  if (error !== undefined) throw new Error(error.message);
  return outputs.map((items) => (items ?? []).map(({ json }) => json));
}

describe('compare datasets', () => {
  it.each([1, 2, 2.1, 2.2, 2.3])('%s routes items to four outputs, with their lineage', async (version) => {
    const { outputs } = await runNode({ type, version, parameters: { ...byId, resolve: 'preferInput1' }, inputs: [left, right] });
    expect(outputs).toEqual([
      [{ json: left[0], pairedItem: { item: 0 } }],
      [{ json: left[1], pairedItem: [{ item: 1 }, { item: 0, input: 1 }] }],
      [{ json: left[2], pairedItem: [{ item: 2 }, { item: 1, input: 1 }] }],
      [{ json: right[2], pairedItem: { item: 2, input: 1 } }],
    ]);
  });

  it.each([
    ['1 prefers input 2 by default', 1, {}, right[1]],
    [
      '2 tells both versions unless told',
      2,
      {},
      { keys: { id: 3 }, same: { id: 3 }, different: { v: { inputA: 'c', inputB: 'C' }, w: { inputA: null, inputB: 1 } } },
    ],
    [
      '1 tells both versions',
      1,
      { resolve: 'includeBoth' },
      { keys: { id: 3 }, same: { id: 3 }, different: { v: { input1: 'c', input2: 'C' }, w: { input1: null, input2: 1 } } },
    ],
    ['input A', 2.3, { resolve: 'preferInput1' }, left[2]],
    ['input B', 2.3, { resolve: 'preferInput2' }, right[1]],
    ['a mix', 2.3, { resolve: 'mix', exceptWhenMix: 'w' }, { id: 3, v: 'c', w: 1 }],
    ['a mix the other way round', 2.3, { resolve: 'mix', preferWhenMix: 'input2', exceptWhenMix: 'v, w' }, { id: 3, v: 'c', w: null }],
  ])('what differs: %s', async (_, version, parameters, expected) => {
    const [, , different] = await compare(version, parameters);
    expect(different).toEqual([expected]);
  });

  it.each([
    ['a whole field', { skipFields: 'a' }, 'same', undefined],
    ['fields within a field', { skipFields: 'a.x, a.y' }, 'same', undefined],
    ['one of two fields', { skipFields: 'a.x' }, 'different', { a: { inputA: { x: 1 }, inputB: { x: 2 } } }],
    ['a name with a dot, without dot notation', { skipFields: 'a.x', disableDotNotation: true }, 'different', undefined],
  ])('skips %s', async (_, options, verdict, skipped) => {
    const inputs = [[{ id: 1, a: { x: 1, y: 1, z: 1 } }], [{ id: 1, a: { x: 2, y: 2, z: 1 } }]];
    const [, same, different] = await compare(2.3, { options }, inputs);
    expect([same?.length, different?.length]).toEqual(verdict === 'same' ? [1, 0] : [0, 1]);
    if (verdict === 'different') expect((different?.[0] as { skipped?: unknown } | undefined)?.skipped).toEqual(skipped);
  });

  it('shows the rest of a field if part of it is skipped', async () => {
    const [, , different] = await compare(2.3, { options: { skipFields: 'a.x' } }, [
      [{ id: 1, a: { x: 1, y: 1 } }],
      [{ id: 1, a: { x: 2, y: 2 } }],
    ]);
    expect(different).toEqual([
      {
        keys: { id: 1 },
        same: { id: 1 },
        different: { a: { inputA: { y: 1 }, inputB: { y: 2 } } },
        skipped: { a: { inputA: { x: 1 }, inputB: { x: 2 } } },
      },
    ]);
  });

  const loose = [
    [
      { id: '1', v: '3' },
      { id: 2, v: null },
    ],
    [
      { id: 1, v: 3 },
      { id: 2, v: 0 },
    ],
  ];

  it.each([
    ['without tolerance', 2.3, {}, [1, 0, 1, 1]],
    ['1 by an option', 1, { options: { fuzzyCompare: true } }, [0, 1, 1, 0]],
    ['2 by a parameter, with empty values as zero', 2.3, { fuzzyCompare: true }, [0, 2, 0, 0]],
  ])('tolerates types: %s', async (_, version, parameters, expected) => {
    expect((await compare(version, parameters, loose)).map((items) => items.length)).toEqual(expected);
  });

  it.each([
    ['all matches', { multipleMatches: 'all' }, [0, 3, 0, 0]],
    ['all matches by default', {}, [0, 3, 0, 0]],
    ['the first match', { multipleMatches: 'first' }, [0, 2, 0, 0]],
  ])('of equal items takes %s', async (_, options, expected) => {
    const fruit = [{ id: 'apple' }, { id: 'apple' }, { id: 'banana' }];
    expect((await compare(2.3, { options }, [fruit, fruit])).map((items) => items.length)).toEqual(expected);
  });

  it('matches fields with different names, which are not a difference', async () => {
    const mergeByFields = { values: [{ field1: 'id', field2: 'ref' }] };
    expect(await compare(2.3, { mergeByFields }, [[{ id: 1, v: 2 }], [{ ref: 1, v: 2 }]])).toEqual([[], [{ id: 1, v: 2 }], [], []]);
  });

  it.each([
    ['no item on the right', [left, []], [3, 0, 0, 0]],
    ['no item on the left', [[], right], [0, 0, 0, 3]],
  ])('%s', async (_, inputs, expected) => {
    expect((await compare(2.3, {}, inputs)).map((items) => items.length)).toEqual(expected);
  });

  it.each([
    [1, true],
    [2.1, true],
    [2.2, false],
    [2.3, false],
  ])('version %s rejects a field that no item has: %s', async (version, isRejected) => {
    const outputs = compare(version, {}, [[{ id: 1 }], [{ x: 1 }]]);
    if (isRejected) await expect(outputs).rejects.toThrow("Field 'id' is not present in any of items in 'Input B'");
    else expect((await outputs).map((items) => items.length)).toEqual([1, 0, 0, 1]);
  });

  it('reports each of several items that differ from the first match', async () => {
    const [onlyLeft, same, different] = await compare(2.3, { resolve: 'preferInput1', options: { multipleMatches: 'first' } }, [
      [
        { id: 1, v: 1 },
        { id: 1, v: 2 },
        { id: 1, v: 3 },
        { id: 1, v: 3 },
      ],
      [{ id: 1, v: 3 }],
    ]);
    expect([onlyLeft, same, different]).toEqual([
      [],
      [{ id: 1, v: 3 }],
      [
        { id: 1, v: 1 },
        { id: 1, v: 2 },
      ],
    ]);
  });

  it('requires fields to match', async () => {
    await expect(compare(2.3, { mergeByFields: { values: [{ field1: 'id', field2: '' }] } })).rejects.toThrow('incomplete');
  });
});
