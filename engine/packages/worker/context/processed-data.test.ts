import { describe, expect, it } from 'vitest';
import { processedDataHelpers } from './processed-data.ts';

type Check = (values: readonly (string | number)[], scope: string, options: object) => Promise<{ new: unknown[]; processed: unknown[] }>;
type Other = (...args: readonly unknown[]) => Promise<unknown>;

/** The helpers of a node, over static data that other nodes and executions share. */
function helpersOf(data: { readonly node: object; readonly global: object }) {
  const call = { staticData: (scope: 'node' | 'global') => data[scope] as never };
  return processedDataHelpers(call) as {
    checkProcessedAndRecord: Check;
    removeProcessed: Other;
    clearAllProcessedItems: Other;
    getProcessedDataCount: Other;
  };
}

const fresh = () => ({ node: {}, global: {} });

describe('processed data', () => {
  it.each<[string, readonly (string | number)[][], readonly unknown[][]]>([
    ['entries', [['a', 'b'], ['b', 'c', '1'], [1]], [['a', 'b'], ['c', '1'], []]],
    ['latestIncrementalKey', [[5, 3], [4, 5], ['6', 10], [9]], [[5, 3], [], ['6', 10], []]],
    [
      'latestDate',
      [['2026-01-02T00:00:00Z', '2026-01-01'], ['2026-01-02T01:00:00+01:00'], ['2026-01-02T00:00:01Z']],
      [['2026-01-02T00:00:00Z', '2026-01-01'], [], ['2026-01-02T00:00:01Z']],
    ],
  ])('is left out in the mode %s by what earlier executions had', async (mode, executions, expected) => {
    const data = fresh();
    const results: unknown[] = [];
    for (const values of executions) results.push((await helpersOf(data).checkProcessedAndRecord(values, 'node', { mode })).new);
    expect(results).toEqual(expected);
  });

  it('is remembered up to a number, the latest ones', async () => {
    const data = fresh();
    const options = { mode: 'entries', maxEntries: 3 };
    await helpersOf(data).checkProcessedAndRecord(['a', 'b', 'c', 'd'], 'node', options);
    expect(await helpersOf(data).getProcessedDataCount('node', options)).toBe(3);
    expect(await helpersOf(data).checkProcessedAndRecord(['a', 'd'], 'node', options)).toEqual({ new: ['a'], processed: ['d'] });
  });

  it('belongs to the node, or to all nodes of the workflow', async () => {
    const [first, second] = [fresh(), { node: {}, global: {} }];
    second.global = first.global;
    const options = { mode: 'entries' };
    for (const scope of ['node', 'workflow']) await helpersOf(first).checkProcessedAndRecord(['a'], scope, options);
    const other = async (scope: string) => (await helpersOf(second).checkProcessedAndRecord(['a'], scope, options)).new;
    expect([await other('node'), await other('workflow')]).toEqual([['a'], []]);
  });

  it('has one mode until it is cleared, which counting does not set', async () => {
    const helpers = helpersOf(fresh());
    expect(await helpers.getProcessedDataCount('node', { mode: 'entries' })).toBe(0);
    await helpers.checkProcessedAndRecord([1], 'node', { mode: 'latestIncrementalKey' });
    await expect(helpers.checkProcessedAndRecord([1], 'node', { mode: 'entries' })).rejects.toThrow(
      'in the mode "latestIncrementalKey" before',
    );
    await helpers.clearAllProcessedItems('node', { mode: 'entries' });
    expect((await helpers.checkProcessedAndRecord([1], 'node', { mode: 'entries' })).new).toEqual([1]);
  });

  it('is forgotten by value, and refused if it is no date or number', async () => {
    const helpers = helpersOf(fresh());
    await helpers.checkProcessedAndRecord(['a', 'b'], 'node', { mode: 'entries' });
    await helpers.removeProcessed(['a'], 'node', { mode: 'entries' });
    expect((await helpers.checkProcessedAndRecord(['a', 'b'], 'node', { mode: 'entries' })).new).toEqual(['a']);
    await expect(helpersOf(fresh()).checkProcessedAndRecord(['x'], 'node', { mode: 'latestDate' })).rejects.toThrow('"x" is no date');
  });
});
