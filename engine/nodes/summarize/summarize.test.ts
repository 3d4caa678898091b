// Summarize: aggregated values by group.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';
import { outputName } from '../_shared/lists/summarize-items.ts';
import { newSummary, type ValueSettings } from '../_shared/lists/summarize-values.ts';

const type = 'n8n-nodes-base.summarize';
const sales = [
  { rep: 'Ada', region: 'N', amount: 10, deal: { no: 1 } },
  { rep: 'Bob', region: 'S', amount: 5, deal: { no: 2 } },
  { rep: 'Ada', region: 'S', amount: 2, deal: { no: 3 } },
];
const of = (aggregation: string, field: string, more: object = {}): object => ({
  fieldsToSummarize: { values: [{ aggregation, field, ...more }] },
});

describe.each([1, 1.1])('summarize %s', (version) => {
  it.each([
    ['sum', of('sum', 'amount'), [{ sum_amount: 17 }]],
    ['count is the default', { fieldsToSummarize: { values: [{ field: 'rep' }] } }, [{ count_rep: 3 }]],
    ['a nested field', of('max', 'deal.no'), [{ max_deal_no: 3 }]],
    [
      'by one field',
      { ...of('sum', 'amount'), fieldsToSplitBy: 'rep' },
      [
        { rep: 'Ada', sum_amount: 12 },
        { rep: 'Bob', sum_amount: 5 },
      ],
    ],
    [
      'by two fields, those of one first value together',
      { ...of('sum', 'amount'), fieldsToSplitBy: 'rep, region' },
      [
        { rep: 'Ada', region: 'N', sum_amount: 10 },
        { rep: 'Ada', region: 'S', sum_amount: 2 },
        { rep: 'Bob', region: 'S', sum_amount: 5 },
      ],
    ],
    [
      'all in one item',
      { ...of('sum', 'amount'), fieldsToSplitBy: 'rep, region', options: { outputFormat: 'singleItem' } },
      [{ Ada: { N: { sum_amount: 10 }, S: { sum_amount: 2 } }, Bob: { S: { sum_amount: 5 } } }],
    ],
  ])('%s', async (_, parameters, expected) => {
    const { json, error } = await runNode({ type, version, parameters: { ...parameters }, items: sales });
    expect(error).toBeUndefined();
    expect(json).toEqual(expected);
  });

  it('pairs each group with its items', async () => {
    const { outputs } = await runNode({ type, version, parameters: { ...of('sum', 'amount'), fieldsToSplitBy: 'rep' }, items: sales });
    expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }]]);
  });

  it('skips items without a split value if set', async () => {
    const parameters = { ...of('count', 'n'), fieldsToSplitBy: 'g', options: { skipEmptySplitFields: true } };
    const { json } = await runNode({ type, version, parameters, items: [{ g: 'a', n: 1 }, { g: '', n: 1 }, { g: null, n: 1 }, { n: 1 }] });
    // Version 1 skips only empty texts.
    const otherFields =
      version < 1.1
        ? [
            { g: 'null', count_n: 1 },
            { g: 'undefined', count_n: 1 },
          ]
        : [];
    expect(json).toEqual([{ g: 'a', count_n: 1 }, ...otherFields]);
  });

  it('is safe with a value named like a prototype', async () => {
    const parameters = { ...of('count', 'n'), fieldsToSplitBy: 'g', options: { outputFormat: 'singleItem' } };
    const { json } = await runNode({ type, version, parameters, items: [{ g: '__proto__', n: 1 }] });
    expect(Object.keys(json[0] ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['count_n']).toBeUndefined();
  });

  it('requires fields to summarize', async () => {
    const { error } = await runNode({ type, version, parameters: { fieldsToSummarize: {} }, items: sales });
    expect(error?.message).toContain('No field to summarize');
  });
});

describe('summarize, differences of versions', () => {
  const groups = [
    { g: 2, n: 1 },
    { g: null, n: 1 },
    { g: 1, n: 1 },
    { g: '1', n: 1 },
  ];
  const byGroup = { ...of('count', 'n'), fieldsToSplitBy: 'g' };

  it('version 1 returns split values as text, in order of first occurrence', async () => {
    const { json } = await runNode({ type, version: 1, parameters: byGroup, items: groups });
    expect(json).toEqual([
      { g: '2', count_n: 1 },
      { g: 'null', count_n: 1 },
      { g: '1', count_n: 2 },
    ]);
  });

  it('version 1.1 keeps their types and order', async () => {
    const { json } = await runNode({ type, version: 1.1, parameters: byGroup, items: groups });
    expect(json).toEqual(groups.map(({ g }) => ({ g, count_n: 1 })));
  });

  const missing = { ...of('sum', 'nope') };

  it('version 1 fails for a missing field, or returns one empty item', async () => {
    expect((await runNode({ type, version: 1, parameters: missing, items: sales })).error?.message).toBe(
      "The field 'nope' does not exist in any items",
    );
    const { json } = await runNode({
      type,
      version: 1,
      parameters: { ...missing, options: { continueIfFieldNotFound: true } },
      items: sales,
    });
    expect(json).toEqual([{}]);
  });

  it('version 1 summarizes the groups without the missing field if set to continue', async () => {
    const parameters = { ...missing, fieldsToSplitBy: 'g', options: { continueIfFieldNotFound: true } };
    const { json } = await runNode({ type, version: 1, parameters, items: [{ g: 'a' }, { g: 'b' }] });
    expect(json).toEqual([
      { g: 'a', sum_nope: 0 },
      { g: 'b', sum_nope: 0 },
    ]);
  });

  it('returns list split values as JSON text', async () => {
    const { json } = await runNode({ type, version: 1.1, parameters: byGroup, items: [{ g: ['x', 1], n: 1 }] });
    expect(json).toEqual([{ g: '["x",1]', count_n: 1 }]);
  });

  it('version 1.1 adds a hint', async () => {
    const { json, hints } = await runNode({ type, version: 1.1, parameters: missing, items: sales });
    expect(json).toEqual([{ sum_nope: 0 }]);
    expect(hints).toHaveLength(1);
  });
});

describe('newSummary', () => {
  const summaryOf = (values: readonly unknown[], settings: ValueSettings): unknown => {
    const summary = newSummary(settings);
    for (const value of values) summary.add(value);
    return summary.result;
  };
  const values = [3, null, '', undefined, 'x', 3, { a: 1 }];
  it.each([
    ['append', values, {}, [3, 'x', 3, { a: 1 }]],
    ['append', values, { includeEmpty: true }, [3, null, '', null, 'x', 3, { a: 1 }]],
    ['concatenate', values, {}, '3,x,3,{"a":1}'],
    ['concatenate', [1, null, 2], { includeEmpty: true, separateBy: '\n' }, '1\n\n2'],
    ['concatenate', [1, 2], { separateBy: 'other', customSeparator: ' + ' }, '1 + 2'],
    ['count', values, {}, 4],
    ['count', values, { includeEmpty: true }, 7],
    ['countUnique', values, {}, 3],
    ['countUnique', values, { includeEmpty: true }, 6],
    ['sum', [1, '2', 'x', null], {}, 1],
    ['average', [1, 3, '2', null], {}, 2],
    ['average', ['x'], {}, null],
    ['max', [1, 10, 9], {}, 10],
    ['min', [1, -1, null], {}, -1],
    ['max', ['2026-01-02', '2026-01-10'], {}, '2026-01-10'],
    ['max', ['10', 9], {}, '10'],
    ['min', ['9', 10, '9'], {}, '9'],
    ['max', [['r', 'g'], [], 'solo'], {}, 'solo'],
    ['min', [['r', 'g'], [], 'solo'], {}, []],
    ['max', [{ a: 1 }, { b: 2 }], {}, { a: 1 }],
    ['min', [], {}, null],
  ] as const)('%s of %j with %j', (aggregation, all, settings, expected) => {
    expect(summaryOf(all, { aggregation, ...settings })).toEqual(expected);
  });
});

describe('outputName', () => {
  it.each([
    ['a.b c', 'a_b_c'],
    ['a["b"][0]', 'ab0'],
  ])('%s', (field, expected) => {
    expect(outputName(field)).toBe(expected);
  });
});
