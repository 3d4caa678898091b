// Limit: which items are kept.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';
import { limitRange } from '../_shared/pass-through.ts';

const type = 'n8n-nodes-base.limit';
const items = [{ n: 1 }, { n: 2 }, { n: 3 }];

describe('limit', () => {
  it.each([
    ['keeps one item by default', {}, [1]],
    ['keeps the first items', { maxItems: 2 }, [1, 2]],
    ['keeps the last items', { maxItems: 2, keep: 'lastItems' }, [2, 3]],
    ['keeps all when there are fewer', { maxItems: 9 }, [1, 2, 3]],
    ['keeps none for 0', { maxItems: 0 }, []],
    ['takes the number from an expression', { maxItems: '={{ 1 + 1 }}' }, [1, 2]],
  ])('%s', async (_, parameters, expected) => {
    const { json, error } = await runNode({ type, parameters, items });
    expect(error).toBeUndefined();
    expect(json.map(({ n }) => n)).toEqual(expected);
  });

  it('pairs kept items with their source', async () => {
    const { outputs } = await runNode({ type, parameters: { maxItems: 1, keep: 'lastItems' }, items });
    expect(outputs).toEqual([[{ json: { n: 3 }, pairedItem: { item: 2 } }]]);
  });

  it('reports an invalid number', async () => {
    const { error } = await runNode({ type, parameters: { maxItems: 'many' }, items });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining('"Max Items"') as string });
  });
});

describe('limitRange', () => {
  it.each([
    [5, 2, 'firstItems', [0, 2]],
    [5, 2, 'lastItems', [3, 5]],
    [1, 2, 'lastItems', [0, 1]],
    [5, 2.9, 'firstItems', [0, 2]],
  ])('of %i items, %d, %s', (length, max, whichEnd, expected) => {
    expect(limitRange(length, max, whichEnd)).toEqual(expected);
  });
});
