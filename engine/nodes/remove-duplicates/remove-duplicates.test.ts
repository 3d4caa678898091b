// Remove Duplicates: within a run, and across executions.
import { describe, expect, it } from 'vitest';
import { runNode, type NodeCase } from '../../testing/run-node.ts';
import { parseExactly } from '../../contract/exact-numbers.ts';

const type = 'n8n-nodes-base.removeDuplicates';
const rows = [
  { id: 1, name: 'Ada', a: { b: 1, c: 1 } },
  { name: 'Ada', id: 1, a: { c: 1, b: 1 } },
  { id: 1, name: 'Bob', a: { b: 1, c: 2 } },
  { id: 2, name: 'Ada', a: { b: 2, c: 1 } },
];

describe.each([1, 1.1, 2])('remove duplicates %s within the input', (version) => {
  it.each([{}, { compare: 'selectedFields', fieldsToCompare: 'user.id' }])(
    'tells numbers apart that JavaScript cannot represent: %j',
    async (parameters) => {
      const items = parseExactly(
        '[{"user":{"id":7615917337495251231}},{"user":{"id":7615917337495251232}},{"user":{"id":7615917337495251231}}]',
      ) as Record<string, unknown>[];
      const { outputs } = await runNode({ type, version, parameters, items });
      expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
    },
  );

  it.each([
    ['all fields, in any order', {}, [0, 2, 3]],
    ['some fields', { compare: 'selectedFields', fieldsToCompare: 'name' }, [0, 2]],
    ['several fields', { compare: 'selectedFields', fieldsToCompare: 'id, name' }, [0, 2, 3]],
    ['a nested field', { compare: 'selectedFields', fieldsToCompare: 'a.b' }, [0, 3]],
    ['all but some', { compare: 'allFieldsExcept', fieldsToExclude: 'id,a' }, [0, 2]],
    ['all except a nested one', { compare: 'allFieldsExcept', fieldsToExclude: 'name, a.c' }, [0, 3]],
  ])('%s', async (_, parameters, expected) => {
    const { outputs, error } = await runNode({ type, version, parameters, items: rows });
    expect(error).toBeUndefined();
    expect(outputs[0]).toEqual(expected.map((item) => ({ json: rows[item], pairedItem: { item } })));
  });

  it.each([
    [
      'compared fields',
      { compare: 'selectedFields', fieldsToCompare: 'id, a.b' },
      [
        { id: 1, a: { b: 1 } },
        { id: 2, a: { b: 2 } },
      ],
    ],
    [
      'fields not excluded',
      { compare: 'allFieldsExcept', fieldsToExclude: 'name, a.c' },
      [
        { id: 1, a: { b: 1 } },
        { id: 2, a: { b: 2 } },
      ],
    ],
  ])('keeps only the %s if set', async (_, parameters, expected) => {
    const { json } = await runNode({ type, version, parameters: { ...parameters, options: { removeOtherFields: true } }, items: rows });
    expect(json).toEqual(expected);
  });

  it('rejects a comparison without fields', async () => {
    const { error } = await runNode({ type, version, parameters: { compare: 'selectedFields' }, items: rows });
    expect(error?.code).toBe('PARAMETER_INVALID');
  });
});

describe('remove duplicates, types', () => {
  const mixed = [{ v: '1' }, { v: 1 }, { v: '1' }, { v: null }, {}];
  const parameters = { compare: 'selectedFields', fieldsToCompare: 'v' };

  it.each([1, 1.1, 2])('version %s requires one type', async (version) => {
    const { error } = await runNode({ type, version, parameters, items: mixed.slice(0, 3) });
    expect(error?.message).toContain("'v' isn't always the same type");
    const all = await runNode({ type, version, parameters: {}, items: mixed.slice(0, 3) });
    expect(all.error?.message).toContain("'v' isn't always the same type");
  });

  it.each([
    ['selected fields', { compare: 'selectedFields', fieldsToCompare: 'v' }],
    ['all fields', {}],
    ['all fields except one', { compare: 'allFieldsExcept', fieldsToExclude: 'x' }],
  ])('requires %s in every item', async (_, settings) => {
    const { error } = await runNode({ type, version: 2, parameters: settings, items: [{ v: 1, x: 1 }, { x: 1 }] });
    expect(error?.message).toBe("'v' field is missing from some input items");
  });

  it('names the first item that violates the rules', async () => {
    const { error } = await runNode({ type, version: 2, parameters, items: [{ v: 1 }, { v: '1' }, {}] });
    expect(error?.message).toContain("'v' isn't always the same type");
  });

  it('a field that no item has is an error', async () => {
    const { error } = await runNode({ type, version: 2, parameters: { compare: 'selectedFields', fieldsToCompare: 'w' }, items: mixed });
    expect(error?.message).toContain("'w'");
  });
});

describe('remove duplicates against earlier executions', () => {
  const seen = (logic: string, parameters: object): Record<string, unknown> => ({
    operation: 'removeItemsSeenInPreviousExecutions',
    logic,
    ...parameters,
  });

  /** Runs the cases in order, each with the static data of the previous one; returns the kept and discarded ids. */
  async function runs(cases: readonly Pick<NodeCase, 'parameters' | 'items'>[]): Promise<unknown[][]> {
    let staticData: unknown;
    const results: unknown[][] = [];
    for (const testCase of cases) {
      const outcome = await runNode({ type, version: 2, staticData, ...testCase });
      if (outcome.error !== undefined) throw new Error(outcome.error.message);
      staticData = outcome.staticData ?? staticData;
      results.push(outcome.outputs.map((items) => (items ?? []).map(({ json }) => json['id'])));
    }
    return results;
  }
  const ids = (...values: readonly unknown[]): { id: unknown }[] => values.map((id) => ({ id }));

  it('keeps values that no earlier execution had', async () => {
    const parameters = seen('removeItemsWithAlreadySeenKeyValues', { dedupeValue: '={{ $json.id }}' });
    expect(
      await runs([
        { parameters, items: ids(1, 2, 2) },
        { parameters, items: ids(2, 3) },
        { parameters, items: ids(1, 2, 3) },
      ]),
    ).toEqual([
      [[1, 2, 2], []],
      [[3], [2]],
      [[], [1, 2, 3]],
    ]);
  });

  it('forgets the oldest values beyond the history', async () => {
    const parameters = seen('removeItemsWithAlreadySeenKeyValues', { dedupeValue: '={{ $json.id }}', options: { historySize: 2 } });
    expect(
      await runs([
        { parameters, items: ids(1, 2) },
        { parameters, items: ids(3) },
        { parameters, items: ids(1, 3) },
      ]),
    ).toEqual([
      [[1, 2], []],
      [[3], []],
      [[1], [3]],
    ]);
  });

  it('keeps numbers above all earlier ones', async () => {
    const parameters = seen('removeItemsUpToStoredIncrementalKey', { incrementalDedupeValue: '={{ $json.id }}' });
    expect(
      await runs([
        { parameters, items: ids(5, 3) },
        { parameters, items: ids(4, 5, '6') },
      ]),
    ).toEqual([
      [[5, 3], []],
      [['6'], [4, 5]],
    ]);
  });

  it('keeps dates later than all earlier ones', async () => {
    const parameters = seen('removeItemsUpToStoredDate', { dateDedupeValue: '={{ $json.id }}' });
    const [early, late, later] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00-05:00', '2026-01-02'];
    expect(
      await runs([
        { parameters, items: ids(late) },
        { parameters, items: ids(early, later) },
      ]),
    ).toEqual([
      [[late], []],
      [[later], [early]],
    ]);
  });

  it('shares a history within the workflow if set, and clears the one of its scope', async () => {
    const dedupeValue = '={{ $json.id }}';
    const ofWorkflow = seen('removeItemsWithAlreadySeenKeyValues', { dedupeValue, options: { scope: 'workflow' } });
    const ofNode = seen('removeItemsWithAlreadySeenKeyValues', { dedupeValue });
    const clear = { operation: 'clearDeduplicationHistory', options: { scope: 'workflow' } };
    const cases = [ofWorkflow, ofNode, ofWorkflow, clear, ofNode, ofWorkflow].map((parameters) => ({ parameters, items: ids(1) }));
    expect(await runs(cases)).toEqual([[[1], []], [[1], []], [[], [1]], [[1]], [[], [1]], [[1], []]]);
  });

  it('stores only digests of values in the workflow', async () => {
    const parameters = seen('removeItemsWithAlreadySeenKeyValues', { dedupeValue: '={{ $json.id }}' });
    const { staticData } = await runNode({ type, version: 2, parameters, items: ids('secret-address') });
    expect(JSON.stringify(staticData)).not.toContain('secret-address');
  });

  it.each([
    ['no value', seen('removeItemsWithAlreadySeenKeyValues', { dedupeValue: '={{ $json.nope }}' }), 'is empty'],
    [
      'more items than the history holds',
      seen('removeItemsWithAlreadySeenKeyValues', { dedupeValue: 'x', options: { historySize: 1 } }),
      'History Size',
    ],
    [
      'a value that is not a number',
      seen('removeItemsUpToStoredIncrementalKey', { incrementalDedupeValue: '={{ "a" }}' }),
      'is not a number',
    ],
    ['a value that is not a date', seen('removeItemsUpToStoredDate', { dateDedupeValue: 'tomorrow' }), 'is not a date'],
  ])('rejects %s', async (_, parameters, message) => {
    const { error } = await runNode({ type, version: 2, parameters, items: ids(1, 2) });
    expect(error?.message).toContain(message);
  });
});
