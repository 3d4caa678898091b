// Filter: which items are kept, in all versions.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.filter';
const items = [
  { n: 1, name: 'Ada', since: '2024-03-01' },
  { n: 5, name: 'Grace', since: '2025-03-01', tags: ['x'] },
  { n: 12, name: '', since: '2026-03-01', tags: [] },
];

const filter = (type: string, operation: string, leftValue: unknown, rightValue?: unknown, more = {}): Record<string, unknown> => ({
  conditions: { combinator: 'and', conditions: [{ leftValue, rightValue, operator: { type, operation } }], ...more },
});

describe('filter', () => {
  it.each([
    ['numbers (1)', 1, { conditions: { number: [{ value1: '={{ $json.n }}', operation: 'largerEqual', value2: 5 }] } }, [5, 12]],
    ['dates (1)', 1, { conditions: { dateTime: [{ value1: '={{ $json.since }}', value2: '2025-01-01' }] } }, [5, 12]],
    [
      'one of several (1)',
      1,
      {
        combineConditions: 'OR',
        conditions: { number: [{ value1: '={{ $json.n }}', value2: 2 }], string: [{ value1: '={{ $json.name }}', operation: 'isEmpty' }] },
      },
      [1, 12],
    ],
    ['no conditions (1)', 1, {}, [1, 5, 12]],
    ['a number', 2, filter('number', 'lt', '={{ $json.n }}', 10), [1, 5]],
    ['a text', 2.1, filter('string', 'notEmpty', '={{ $json.name }}'), [1, 5]],
    ['a date', 2.2, filter('dateTime', 'before', '={{ $json.since }}', '2025-12-31'), [1, 5]],
    ['a list', 2.2, filter('array', 'notEmpty', '={{ $json.tags }}', '', { options: { typeValidation: 'loose' } }), [5]],
    ['an existing value', 2.3, filter('array', 'exists', '={{ $json.tags }}'), [5, 12]],
    ['a pattern, in any case', 2.2, filter('string', 'regex', '={{ $json.name }}', '^gr', { options: { caseSensitive: false } }), [5]],
  ])('keeps items by %s', async (_, version, parameters, expected) => {
    const { json, error, outputs } = await runNode({ type, version, parameters, items });
    expect(error).toBeUndefined();
    expect(json.map(({ n }) => n)).toEqual(expected);
    expect(outputs).toHaveLength(1);
  });

  it('pairs items with their source', async () => {
    const { outputs } = await runNode({ type, version: 2.2, parameters: filter('number', 'gt', '={{ $json.n }}', 10), items });
    expect(outputs[0]?.[0]?.pairedItem).toEqual({ item: 2 });
  });

  it('drops an item that cannot be evaluated if the node continues on failure', async () => {
    const parameters = filter('number', 'gt', '={{ $json.n }}', 1, { options: { typeValidation: 'strict' } });
    const { json } = await runNode({
      type,
      version: 2,
      parameters,
      items: [{ n: 'x' }, { n: 2 }],
      node: { onError: 'continueRegularOutput' },
    });
    expect(json).toEqual([{ n: 2 }]);
  });
});
