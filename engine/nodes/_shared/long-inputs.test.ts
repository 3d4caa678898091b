// Nodes that process all items together yield to other work for long inputs, and stop when the execution is stopped.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, getPath, type NodeDefinition, type NodeOutput } from '../../sdk/index.ts';
import { seededRandom } from '../../testing/fake-ports.ts';
import { aggregate } from '../aggregate/index.ts';
import { compareDatasets } from '../compare-datasets/index.ts';
import { convertToFile } from '../convert-to-file/index.ts';
import { html } from '../html/index.ts';
import { itemLists } from '../item-lists/index.ts';
import { limit } from '../limit/index.ts';
import { merge } from '../merge/index.ts';
import { removeDuplicates } from '../remove-duplicates/index.ts';
import { renameKeys } from '../rename-keys/index.ts';
import { respondToWebhook } from '../respond-to-webhook/index.ts';
import { sort } from '../sort/index.ts';
import { splitOut } from '../split-out/index.ts';
import { summarize } from '../summarize/index.ts';

const many = 10_000;
/**
 * Maximum number of reads between two turns of other work; the tests' clock allows that many per slice, which is less than one pass over all
 * items.
 */
const fewReads = 5000;

type Parameters = Readonly<Record<string, unknown>>;
type Case = readonly [name: string, node: NodeDefinition, version: number, parameters: Parameters];

const fields = (...names: readonly string[]): Parameters => ({
  mergeByFields: { values: names.map((name) => ({ field1: name, field2: name })) },
});
const sums = (splitBy: string, more: Parameters = {}): Parameters => ({
  fieldsToSummarize: { values: ['sum', 'max', 'countUnique'].map((aggregation) => ({ aggregation, field: 'n' })) },
  fieldsToSplitBy: splitBy,
  ...more,
});
const join = (more: Parameters): Parameters => ({ mode: 'combine', fieldsToMatchString: 'n', ...more });
const sortBy = (...names: readonly string[]): Parameters => ({ sortFieldsUi: { sortField: names.map((fieldName) => ({ fieldName })) } });
const seen = (logic: string, parameter: string): Parameters => ({
  operation: 'removeItemsSeenInPreviousExecutions',
  logic,
  [parameter]: ({ n }: { readonly n: number }) => new Date(n).toISOString().replace(/^\d+/, '2026'),
  options: { historySize: many },
});
const incremental = { ...seen('removeItemsUpToStoredIncrementalKey', ''), incrementalDedupeValue: ({ n }: { readonly n: number }) => n };

const cases: readonly Case[] = [
  ['merge, append', merge, 3.2, {}],
  ['merge, keep matches', merge, 3.2, join({})],
  ['merge, keep matches of input 2', merge, 3.2, join({ outputDataFrom: 'input2' })],
  ['merge, keep non-matches', merge, 3.2, join({ joinMode: 'keepNonMatches', fieldsToMatchString: 'n,even' })],
  ['merge, keep everything', merge, 2.1, { ...join({ joinMode: 'keepEverything' }), ...fields('n') }],
  ['merge, with tolerance', merge, 3.2, join({ options: { fuzzyCompare: true } })],
  ['merge, by position', merge, 3.2, { mode: 'combine', combineBy: 'combineByPosition' }],
  ['merge, one input', merge, 3.2, { mode: 'chooseBranch' }],
  ['merge, nothing but the lineage', merge, 3.2, { mode: 'chooseBranch', output: 'empty' }],
  ['merge 1, by key', merge, 1, { mode: 'mergeByKey', propertyName1: 'n', propertyName2: 'n' }],
  ['merge 1, keep matches', merge, 1, { mode: 'keepKeyMatches', propertyName1: 'n', propertyName2: 'n' }],
  ['sort', sort, 1, sortBy('group', 'text')],
  ['sort, at random', sort, 1, { type: 'random' }],
  ['summarize, one group', summarize, 1.1, sums('')],
  ['summarize, many groups', summarize, 1, sums('group, text')],
  ['summarize, in one item', summarize, 1.1, sums('text', { options: { outputFormat: 'singleItem' } })],
  ['compare datasets', compareDatasets, 2.3, fields('n')],
  ['compare datasets, with tolerance', compareDatasets, 2.3, { ...fields('n'), fuzzyCompare: true }],
  ['remove duplicates', removeDuplicates, 2, {}],
  ['remove duplicates 1', removeDuplicates, 1, {}],
  ['remove duplicates 1, by fields', removeDuplicates, 1, { compare: 'selectedFields', fieldsToCompare: 'n' }],
  ['remove duplicates, values seen', removeDuplicates, 2, seen('removeItemsWithAlreadySeenKeyValues', 'dedupeValue')],
  ['remove duplicates, numbers', removeDuplicates, 2, incremental],
  ['remove duplicates, dates', removeDuplicates, 2, seen('removeItemsUpToStoredDate', 'dateDedupeValue')],
  ['remove duplicates, clearing', removeDuplicates, 2, { operation: 'clearDeduplicationHistory' }],
  ['aggregate, fields', aggregate, 1, { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'n' }] } }],
  ['aggregate, items', aggregate, 1, { aggregate: 'aggregateAllItemData', include: 'allFieldsExcept', fieldsToExclude: 'text' }],
  ['item lists, aggregate', itemLists, 3.1, { operation: 'concatenateItems', aggregate: 'aggregateAllItemData' }],
  ['item lists, remove duplicates', itemLists, 3, { operation: 'removeDuplicates' }],
  ['item lists, sort', itemLists, 3.1, { operation: 'sort', ...sortBy('text') }],
  ['item lists, limit', itemLists, 3.1, { operation: 'limit', maxItems: many }],
  ['item lists, summarize', itemLists, 3.1, { operation: 'summarize', ...sums('text') }],
  ['item lists, split', itemLists, 3.1, { fieldToSplitOut: 'list' }],
  ['split out', splitOut, 1, { fieldToSplitOut: 'list', include: 'allOtherFields' }],
  ['limit', limit, 1, { maxItems: many }],
  ['html, table', html, 1.2, { operation: 'convertToHtmlTable', options: {} }],
  ['rename keys', renameKeys, 1, { keys: { key: [{ currentKey: 'n', newKey: 'm' }] } }],
];

let reads = 0;

/** Items that count how often they are read. */
function counted(count: number): Item[] {
  return Array.from({ length: count }, (_, index) => {
    const n = (index * 7919) % count;
    return {
      json: {
        get n() {
          reads++;
          return n;
        },
        group: n % 10,
        text: `t${n}`,
        even: n % 2 === 0,
        list: [n],
      },
    };
  });
}

/** The part of a context that these nodes use. A function as parameter represents an expression. */
function contextOf(inputs: readonly (readonly Item[])[], version: number, parameters: Parameters, signal: AbortSignal): ExecuteContext {
  const data = {};
  return {
    inputs,
    version,
    signal,
    continueOnFail: false,
    timezone: 'UTC',
    input: (input = 0) => inputs[input] ?? [],
    param: (path: string, index = 0, fallback?: unknown) => {
      const value = getPath(parameters, path, fallback);
      return typeof value === 'function' ? (value as (json: unknown) => unknown)(inputs[0]?.[index]?.json) : value;
    },
    isParamConstant: () => true,
    random: seededRandom(),
    loadStaticData: () => undefined,
    staticData: () => data,
    hint: () => undefined,
    respond: () => true,
    binary: {
      write: async (content: Uint8Array | AsyncIterable<Uint8Array>) => {
        if (!(content instanceof Uint8Array)) for await (const chunk of content) expect(chunk.length).toBeLessThan(100_000);
        return { data: '', mimeType: '' };
      },
    },
  } as unknown as ExecuteContext;
}

function run(
  [, node, version, parameters]: Case,
  inputs: readonly (readonly Item[])[],
  stop = new AbortController(),
): NodeOutput | Promise<NodeOutput> {
  const execute = node.versions.find(({ description }) => [description.version].flat().includes(version))?.execute;
  if (execute === undefined) throw new Error('There is no such version.');
  return execute(contextOf(inputs, version, parameters, stop.signal)) as NodeOutput | Promise<NodeOutput>;
}

const usesTwo = ([, node]: Case): boolean => node === merge || node === compareDatasets;
// Created once, because nodes do not change their input.
const manyItems = counted(many);
const someItems = counted(2000);
const inputsFor = (testCase: Case, items: readonly Item[]): (readonly Item[])[] => (usesTwo(testCase) ? [items, items] : [items]);

/** Advances on every read, so that long work does not depend on the machine. */
function movingClock(step: number): void {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += step));
}

/** Returns how often other work ran during a task, and the maximum number of reads in between. */
async function turnsDuring(task: () => unknown): Promise<{ turns: number; readsAtOnce: number }> {
  let turns = 0;
  let readsAtOnce = 0;
  let readBefore = reads;
  let isOver = false;
  const look = (): void => {
    turns++;
    readsAtOnce = Math.max(readsAtOnce, reads - readBefore);
    readBefore = reads;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await task();
  readsAtOnce = Math.max(readsAtOnce, reads - readBefore);
  isOver = true;
  return { turns, readsAtOnce };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(cases)('%s', (...testCase) => {
  it('yields to other work while processing very many items', async () => {
    const inputs = inputsFor(testCase, manyItems);
    movingClock(4.5);
    const { turns, readsAtOnce } = await turnsDuring(() => run(testCase, inputs));
    expect(turns).toBeGreaterThan(20);
    expect(readsAtOnce).toBeLessThan(fewReads);
  });

  it('stops when the execution is stopped', async () => {
    const inputs = inputsFor(testCase, manyItems);
    const stop = new AbortController();
    movingClock(4.5);
    const done = run(testCase, inputs, stop);
    setImmediate(() => stop.abort(new Error('stopped')));
    await expect(done).rejects.toThrow('stopped');
  });

  it('returns the same result in slices as at once, and no promise if the work is short', async () => {
    const inputs = inputsFor(testCase, someItems);
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const atOnce = run(testCase, inputs);
    expect(atOnce).not.toBeInstanceOf(Promise);
    movingClock(3);
    const inSlices = run(testCase, inputs);
    expect(inSlices).toBeInstanceOf(Promise);
    expect(JSON.stringify(await inSlices)).toBe(JSON.stringify(atOnce));
  });
});

describe.each<Case>([
  ['convert to file, CSV', convertToFile, 1.1, { operation: 'csv', options: {} }],
  ['convert to file, JSON', convertToFile, 1.1, { operation: 'toJson', options: { format: true } }],
  ['respond to webhook', respondToWebhook, 1, { respondWith: 'allIncomingItems' }],
])('a text of all items: %s', (...testCase) => {
  it('yields to other work', async () => {
    movingClock(4.5);
    const { turns, readsAtOnce } = await turnsDuring(() => run(testCase, [manyItems]));
    expect(turns).toBeGreaterThan(20);
    expect(readsAtOnce).toBeLessThan(fewReads);
  });
});

describe('one item that becomes very many', () => {
  const [item] = counted(1) as [Item];
  const list = Array.from({ length: many }, (_, id) => ({ id }));

  it.each([
    ['split out', splitOut, 1],
    ['item lists', itemLists, 3.1],
  ])('yields to other work: %s', async (name, node, version) => {
    movingClock(4.5);
    const inputs = [[{ json: { ...item.json, list } }]];
    let output: NodeOutput = [];
    const { turns } = await turnsDuring(async () => { output = await run([name, node, version, { fieldToSplitOut: 'list' }], inputs); }); // oxfmt-ignore
    expect(turns).toBeGreaterThan(20);
    expect(output[0]?.[many - 1]).toEqual({ json: { id: many - 1 }, pairedItem: { item: 0 } });
  });
});

describe('every item with every other', () => {
  it('yields to other work', async () => {
    movingClock(4.5);
    const inputs = [counted(400), counted(250)];
    const { turns } = await turnsDuring(() => run(['all', merge, 3.2, { mode: 'combine', combineBy: 'combineAll' }], inputs));
    expect(turns).toBeGreaterThan(20);
  });
});
