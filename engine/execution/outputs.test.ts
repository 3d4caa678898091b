import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Item, ItemList, RunResult } from '../contract/run-data.ts';
import type { NodeOutput } from '../sdk/index.ts';
import { buildWorkflow, type NodeSketch } from '../testing/build-workflow.ts';
import { portsWith, testNode } from '../testing/test-nodes.ts';
import { Executor } from './index.ts';

const numbered = (count: number): Item[] => Array.from({ length: count }, (_, n) => ({ json: { n } }));
const input = (items: readonly Item[]) => items.map(({ json }) => ({ json }));
const pairs = (items: ItemList | undefined): unknown => items?.map(({ pairedItem }) => pairedItem);

/** Runs a node that returns `output` of its items. */
async function run(
  output: (items: readonly Item[]) => NodeOutput | null,
  {
    items = numbered(2),
    outputs = ['main'],
    inputs = 1,
    ...node
  }: Partial<NodeSketch> & { items?: Item[]; outputs?: string[]; inputs?: number } = {},
): Promise<readonly ItemList[] | undefined> {
  const outputNode = testNode('made', (ctx) => output(ctx.input()), { outputs });
  const lines = ['T -> N', ...(inputs > 1 ? ['T -> N:1'] : [])];
  const workflow = buildWorkflow({ T: { type: 'manualTrigger' }, N: { ...node, type: 'test.made' } }, lines);
  const { result }: { result: RunResult } = await new Executor(portsWith([outputNode])).start({ workflow, mode: 'manual', items }).done;
  return result.resultData.runData['N']?.[0]?.data?.['main'];
}

describe('missing lineage', () => {
  it.each<[string, (items: readonly Item[]) => NodeOutput, Parameters<typeof run>[1], unknown]>([
    ['is by index if both lists have the same length', (items) => [input(items)], {}, [{ item: 0 }, { item: 1 }]],
    ['is the only input item', (items) => [[...input(items), { json: {} }]], { items: numbered(1) }, [{ item: 0 }, { item: 0 }]],
    ['stays unknown if the lengths differ', (items) => [[...input(items), { json: {} }]], {}, [undefined, undefined, undefined]],
    ['stays unknown with several inputs', (items) => [input(items)], { inputs: 2 }, [undefined, undefined]],
    [
      'is filled in beside what is told',
      (items) => [[{ json: {}, pairedItem: { item: 7 } }, ...input(items.slice(1))]],
      {},
      [{ item: 7 }, { item: 1 }],
    ],
  ])('%s', async (_name, output, options, expected) => expect(pairs((await run(output, options))?.[0])).toEqual(expected));

  it('is determined for each output separately', async () => {
    const lists = await run((items) => [input(items), [], input(items)], { outputs: ['main', 'main', 'main'] });
    expect(lists?.map(pairs)).toEqual([[{ item: 0 }, { item: 1 }], [], [{ item: 0 }, { item: 1 }]]);
  });
});

describe('alwaysOutputData', () => {
  it.each<[string, NodeOutput | null, unknown]>([
    ['nothing', [], [[{ json: {}, pairedItem: [{ item: 0 }, { item: 1 }] }]]],
    ['null', null, [[{ json: {}, pairedItem: [{ item: 0 }, { item: 1 }] }]]],
    ['empty lists', [[], []], [[{ json: {}, pairedItem: [{ item: 0 }, { item: 1 }] }], []]],
    [
      'something on another output only',
      [[], [{ json: { a: 1 }, pairedItem: { item: 0 } }]],
      [[{ json: {}, pairedItem: [{ item: 0 }, { item: 1 }] }], [{ json: { a: 1 }, pairedItem: { item: 0 } }]],
    ],
    [
      'something on the first output only',
      [[{ json: { a: 1 }, pairedItem: { item: 0 } }], [], null],
      [[{ json: { a: 1 }, pairedItem: { item: 0 } }], [], null],
    ],
    [
      'nothing on the first of three outputs',
      [null, [], [{ json: { a: 1 }, pairedItem: { item: 1 } }]],
      [[{ json: {}, pairedItem: [{ item: 0 }, { item: 1 }] }], [], [{ json: { a: 1 }, pairedItem: { item: 1 } }]],
    ],
  ])('of a node that gives %s', async (_name, output, expected) =>
    expect(await run(() => output, { alwaysOutputData: true })).toEqual(expected),
  );
});

describe('the error output', () => {
  const failed = (message: string, pairedItem: Item['pairedItem']): Item => ({
    json: { error: message },
    error: { name: 'Error', message },
    pairedItem,
  });
  const onError = 'continueErrorOutput' as const;

  it.each<[string, NodeOutput, unknown]>([
    [
      'takes failed items, with the json they stem from',
      [[{ json: { ok: 1 }, pairedItem: { item: 0 } }, failed('no', { item: 1 })]],
      [[{ ok: 1 }], [{ n: 1, error: 'no' }]],
    ],
    [
      'takes them from every output',
      [[failed('a', { item: 0 })], [failed('b', 1)]],
      [
        [],
        [],
        [
          { n: 0, error: 'a' },
          { n: 1, error: 'b' },
        ],
      ],
    ],
    ['includes items that contain only an error', [[{ json: { error: 'no' }, pairedItem: { item: 0 } }]], [[], [{ n: 0, error: 'no' }]]],
    [
      'takes items that are an error and its message',
      [[{ json: { error: 'no', message: 'why' }, pairedItem: [{ item: 0 }] }]],
      [[], [{ n: 0, error: 'no', message: 'why' }]],
    ],
    ['excludes items that contain more', [[{ json: { error: 'no', id: 1 }, pairedItem: { item: 0 } }]], [[{ error: 'no', id: 1 }], []]],
    [
      'gives them the json of the first item if they stem from several',
      [[failed('no', [{ item: 0 }, { item: 1 }])]],
      [[], [{ n: 0, error: 'no' }]],
    ],
    ['takes them as they are where nobody knows what they stem from', [[failed('no', undefined), { json: {} }]], [[{}], [{ error: 'no' }]]],
    ['exists even if nothing failed', [[]], [[], []]],
    [
      'replaces the error of an earlier node',
      [[{ ...failed('new', { item: 1 }), json: { n: 1, error: 'old' } }]],
      [[], [{ n: 1, error: 'new' }]],
    ],
    [
      'keeps the object that a node describes an error with',
      [[{ ...failed('no', { item: 1 }), json: { error: { message: '404 - ""', status: 404 } } }]],
      [[], [{ n: 1, error: { message: '404 - ""', status: 404 } }]],
    ],
  ])('%s', async (_name, output, expected) => {
    const lists = await run(() => output, { onError, outputs: Array.from({ length: output.length }, () => 'main') });
    expect(lists?.map((items) => items?.map(({ json }) => json))).toEqual(expected);
  });

  it('receives every input item if the node failed as a whole', async () => {
    const lists = await run(() => { throw new Error('all'); }, { onError, outputs: ['main', 'main'] }); // oxfmt-ignore
    expect(lists).toEqual([[], [], [0, 1].map((n) => ({ json: { n, error: 'all' }, pairedItem: { item: n } }))]);
  });
});

describe('very many items', () => {
  const count = 60_000;
  afterEach(() => vi.restoreAllMocks());
  const onError = 'continueErrorOutput' as const;

  it.each<[string, (items: readonly Item[]) => NodeOutput, Parameters<typeof run>[1], readonly number[]]>([
    ['go through a disabled node', () => [], { disabled: true }, [count]],
    ['are given lineage', (items) => [input(items)], {}, [count]],
    ['fail as a whole', () => { throw new Error('all'); }, { onError }, [0, count]], // oxfmt-ignore
    ['fail one by one', (items) => [items.map((_, item) => ({ json: { error: 'x' }, pairedItem: { item } }))], { onError }, [0, count]],
  ])('let others in while they %s', async (_name, output, options, expected) => {
    // As on a slow machine, each read of the clock advances it by a millisecond.
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1));
    let turns = 0;
    let isOver = false;
    const look = (): void => {
      turns++;
      if (!isOver) setImmediate(look);
    };
    setImmediate(look);
    const lists = await run(output, { ...options, items: numbered(count) });
    isOver = true;
    expect(lists?.map((items) => items?.length)).toEqual(expected);
    expect(turns).toBeGreaterThan(1);
    expect(lists?.at(-1)?.at(-1)?.pairedItem).toEqual({ item: count - 1 });
  });
});
