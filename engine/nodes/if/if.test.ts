// If: the branch of each item, in all versions.
import { describe, expect, it } from 'vitest';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.if';
const items = [{ n: 1, name: 'Ada' }, { n: 5, name: 'Grace' }, { n: 12 }];
const branches = ({ outputs }: NodeOutcome): unknown[] => outputs.map((list) => list?.map(({ json }) => json['n']));

const filter = (conditions: readonly unknown[], more = {}): Record<string, unknown> => ({
  conditions: { conditions, combinator: 'and', options: { typeValidation: 'strict' }, ...more },
});
const larger = (rightValue: unknown): unknown => ({
  leftValue: '={{ $json.n }}',
  rightValue,
  operator: { type: 'number', operation: 'gt' },
});
const condition = (rightValue: unknown): unknown => ({
  leftValue: '={{ $json.name }}',
  rightValue,
  operator: { type: 'string', operation: 'equals' },
});

describe('if, version 1', () => {
  const number = (operation: string, value2: number): Record<string, unknown> => ({ value1: '={{ $json.n }}', operation, value2 });
  it.each([
    ['one condition', { conditions: { number: [number('larger', 4)] } }, [[5, 12], [1]]],
    ['the operation a new condition has', { conditions: { number: [{ value1: '={{ $json.n }}', value2: 5 }] } }, [[1], [5, 12]]],
    ['all conditions', { conditions: { number: [number('larger', 1), number('smaller', 12)] } }, [[5], [1, 12]]],
    ['any condition', { combineOperation: 'any', conditions: { number: [number('larger', 11), number('smaller', 2)] } }, [[1, 12], [5]]],
    [
      'several data types',
      { conditions: { number: [number('smaller', 10)], string: [{ value1: '={{ $json.name }}', operation: 'startsWith', value2: 'G' }] } },
      [[5], [1, 12]],
    ],
    ['no condition', { conditions: {} }, [[1, 5, 12], []]],
    ['no condition, any', { combineOperation: 'any' }, [[], [1, 5, 12]]],
  ])('sorts by %s', async (_, parameters, expected) => {
    expect(branches(await runNode({ type, version: 1, parameters, items }))).toEqual(expected);
  });

  it('reports an unknown operation', async () => {
    const { error } = await runNode({ type, version: 1, parameters: { conditions: { boolean: [{ operation: 'isTrue' }] } } });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining('"isTrue"') as string });
  });
});

describe('if, version 2 and later', () => {
  it.each([
    ['a number', 2, filter([larger(4)]), [[5, 12], [1]]],
    ['all conditions', 2.1, filter([larger(1), condition('Grace')]), [[5], [1, 12]]],
    ['any condition', 2.2, filter([larger(11), condition('Ada')], { combinator: 'or' }), [[1, 12], [5]]],
    ['a right side from the item', 2.3, filter([larger('={{ 6 - $json.n }}')]), [[5, 12], [1]]],
    ['no condition', 2.2, filter([]), [[1, 5, 12], []]],
    ['texts in any case, as stored', 2.2, filter([condition('ADA')], { options: { caseSensitive: false } }), [[1], [5, 12]]],
    ['texts in any case if only the option says so', 2.2, { ...filter([condition('ADA')]), options: { ignoreCase: true } }, [[1], [5, 12]]],
    ['converted values, as stored', 2, filter([larger('4')], { options: { typeValidation: 'loose' } }), [[5, 12], [1]]],
    ['converted values, by the option', 2, { ...filter([larger('4')]), options: { looseTypeValidation: true } }, [[5, 12], [1]]],
    ['converted values, by the switch', 2.2, { ...filter([larger('4')]), looseTypeValidation: true }, [[5, 12], [1]]],
  ])('sorts by %s (%d)', async (_, version, parameters, expected) => {
    const outcome = await runNode({ type, version, parameters, items });
    expect(outcome.error).toBeUndefined();
    expect(branches(outcome)).toEqual(expected);
  });

  it('passes items on with their files and lineage', async () => {
    const binary = { data: { data: 'aGk=', mimeType: 'text/plain' } };
    const { outputs } = await runNode({
      type,
      version: 2.2,
      parameters: filter([larger(4)]),
      items: [{ json: { n: 1 } }, { json: { n: 5 }, binary }],
    });
    expect(outputs).toEqual([[{ json: { n: 5 }, binary, pairedItem: { item: 1 } }], [{ json: { n: 1 }, pairedItem: { item: 0 } }]]);
  });

  it('fails for a value of the wrong type, with the item and a hint', async () => {
    const { error } = await runNode({ type, version: 2.2, parameters: filter([larger(4)]), items: [{ n: 5 }, { n: '5' }] });
    expect(error).toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringContaining("'5' is a string") as string,
      description: expect.stringContaining('Convert types where required') as string,
      context: { itemIndex: 1 },
    });
  });

  it('routes an item that cannot be evaluated to the false branch if the node continues on failure', async () => {
    const outcome = await runNode({
      type,
      version: 2.2,
      parameters: filter([larger(4)]),
      items: [{ n: 5 }, { n: 'five' }],
      node: { onError: 'continueRegularOutput' },
    });
    expect(branches(outcome)).toEqual([[5], ['five']]);
  });

  it('routes it to the second output even if there is an error output', async () => {
    const { outputs } = await runNode({
      type,
      version: 2.2,
      parameters: filter([larger(4)]),
      items: [{ n: 5 }, { n: 'five' }],
      node: { onError: 'continueErrorOutput' },
    });
    expect(outputs.map((list) => list?.map(({ json }) => json))).toEqual([[{ n: 5 }], [{ n: 'five' }], []]);
  });

  it('reports a condition without an operator', async () => {
    const { error } = await runNode({ type, version: 2, parameters: filter([larger(1), { leftValue: 1 }]) });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining('Condition 1 has no operator') as string });
  });
});
