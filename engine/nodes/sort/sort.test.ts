// Sort: the order of the output.
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.ts';
import { seededRandom } from '../../testing/fake-ports.ts';
import { runNode } from '../../testing/run-node.ts';
import { atOnce } from '../../sdk/slices.ts';
import { fieldPath } from '../_shared/fields/field-path.ts';
import { shuffledOrder, sortedOrder } from '../_shared/lists/sort-items.ts';

const type = 'n8n-nodes-base.sort';
const by = (...rows: readonly (readonly [string, ('descending' | 'ascending')?])[]): Record<string, unknown> => ({
  sortFieldsUi: { sortField: rows.map(([fieldName, order]) => ({ fieldName, ...(order === undefined ? {} : { order }) })) },
});
const people = [
  { id: 1, name: 'bob', age: 40, a: { b: 2 } },
  { id: 2, name: 'Ada', age: 9, a: { b: 1 } },
  { id: 3, name: 'ada', age: 100, a: { b: 1 } },
  { id: 4, age: null, name: 'Zoe', a: {} },
];

describe('sort', () => {
  it.each([
    ['texts without regard to case, equal ones in their order', by(['name']), [2, 3, 1, 4]],
    ['descending', by(['name', 'descending']), [4, 1, 2, 3]],
    ['numbers as numbers, null as 0', by(['age']), [4, 2, 1, 3]],
    ['numbers descending', by(['age', 'descending']), [3, 1, 2, 4]],
    ['by a nested field, then by another', by(['a.b'], ['age', 'descending']), [3, 2, 1, 4]],
  ])('%s', async (_, parameters, expected) => {
    const { json, error } = await runNode({ type, parameters, items: people });
    expect(error).toBeUndefined();
    expect(json.map(({ id }) => id)).toEqual(expected);
  });

  it('pairs items with their source and keeps their files', async () => {
    const binary = { data: { data: '', mimeType: 'text/plain' } };
    const { outputs } = await runNode({ type, parameters: by(['n']), items: [{ n: 2 }, { json: { n: 1 }, binary }] });
    expect(outputs).toEqual([
      [
        { json: { n: 1 }, binary, pairedItem: { item: 1 } },
        { json: { n: 2 }, pairedItem: { item: 0 } },
      ],
    ]);
  });

  it('shuffles with the random numbers of the run', async () => {
    const items = Array.from({ length: 8 }, (_, id) => ({ id }));
    const first = await runNode({ type, parameters: { type: 'random' }, items });
    const again = await runNode({ type, parameters: { type: 'random' }, items });
    const other = await runNode({ type, parameters: { type: 'random' }, items, ports: { random: seededRandom(5) } });
    expect(first.json).toEqual(again.json);
    expect(first.json).not.toEqual(other.json);
    expect(first.json.map(({ id }) => id as number).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('sorts by code', async () => {
    const sandbox = createSandbox();
    const code = 'return b.json.n - a.json.n;';
    const { json, error } = await runNode({
      type,
      parameters: { type: 'code', code },
      items: [{ n: 1 }, { n: 3 }, { n: 2 }],
      ports: { sandbox },
    });
    await sandbox.stop();
    expect(error).toBeUndefined();
    expect(json).toEqual([{ n: 3 }, { n: 2 }, { n: 1 }]);
  });

  it.each([
    ['no field', {}, 'No field to sort by'],
    ['a field no item has', by(['nmae']), '"nmae"'],
    ['code that returns nothing', { type: 'code', code: 'a.json.n - b.json.n' }, 'returns nothing'],
  ])('rejects %s', async (_, parameters, message) => {
    const { error } = await runNode({ type, parameters, items: people });
    expect(error?.message).toContain(message);
  });
});

describe('sortedOrder', () => {
  const order = (values: readonly unknown[], descending = false): number[] => {
    const items = values.map((v) => ({ json: { v } }));
    return atOnce((pace) => sortedOrder(items, [{ field: fieldPath('v'), descending }], pace));
  };

  it.each([
    ['numbers and number texts together', [10, '9', 8], [2, 1, 0]],
    ['number texts alone as texts', ['10', '9'], [0, 1]],
    ['texts without a number keep their place', ['b', 2, 'a', 1], [0, 1, 2, 3]],
    ['null as 0', [1, null, -1], [2, 1, 0]],
    ['missing values keep their place', [1, undefined, 2], [0, 1, 2]],
    ['booleans', [true, false], [1, 0]],
    ['dates', [new Date(5), new Date(3)], [1, 0]],
    ['objects keep their place', [{ b: 1 }, { a: 1 }], [0, 1]],
    ['lists by their entries', [['r', 'g'], [], ['g', null]], [1, 2, 0]],
    ['lists next to texts', [['B'], 'a', 'c'], [0, 1, 2]],
    ['NaN keeps its place', [Number.NaN, 1], [0, 1]],
  ])('%s', (_, values, expected) => {
    expect(order(values)).toEqual(expected);
  });

  it('keeps the order of equal objects, and reverses that of others when descending', () => {
    expect(
      order(
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        true,
      ),
    ).toEqual([0, 1]);
    expect(order([{ a: 1 }, { a: 2 }], true)).toEqual([1, 0]);
  });
});

describe('shuffledOrder', () => {
  const shuffled = (length: number): number[] => atOnce((pace) => shuffledOrder(length, () => 0, pace));

  it('returns every index once', () => {
    expect(shuffled(5).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    expect(shuffled(0)).toEqual([]);
  });
});
