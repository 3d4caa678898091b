// Item Lists: every operation in the parameter format of each version, and the differences between versions.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.itemLists';
const rows = [
  { id: 2, tag: 'x', list: [1, 2] },
  { id: 1, tag: 'x', list: [3] },
];
const names = (version: number, ...fields: readonly string[]): unknown =>
  version < 3 ? { fields: fields.map((fieldName) => ({ fieldName })) } : fields.join(', ');

describe.each([1, 2, 2.1, 2.2, 3, 3.1])('item lists %s', (version) => {
  const together = version < 3 ? 'aggregateItems' : 'concatenateItems';

  it.each([
    ['splits', { fieldToSplitOut: 'list' }, [{ list: 1 }, { list: 2 }, { list: 3 }]],
    [
      'splits with other fields',
      { operation: 'splitOutItems', fieldToSplitOut: 'list', include: 'selectedOtherFields', fieldsToInclude: names(version, 'id') },
      [
        { id: 2, list: 1 },
        { id: 2, list: 2 },
        { id: 1, list: 3 },
      ],
    ],
    [
      'brings fields together',
      {
        operation: together,
        fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'id', renameField: true, outputFieldName: 'ids' }] },
      },
      [{ ids: [2, 1] }],
    ],
    [
      'brings items together',
      { operation: together, aggregate: 'aggregateAllItemData', include: 'specifiedFields', fieldsToInclude: names(version, 'id') },
      [{ data: [{ id: 2 }, { id: 1 }] }],
    ],
    [
      'brings items together without some fields',
      {
        operation: together,
        aggregate: 'aggregateAllItemData',
        include: 'allFieldsExcept',
        fieldsToExclude: names(version, 'tag', 'list'),
      },
      [{ data: [{ id: 2 }, { id: 1 }] }],
    ],
    [
      'removes duplicates',
      {
        operation: 'removeDuplicates',
        compare: 'selectedFields',
        fieldsToCompare: names(version, 'tag'),
        options: { removeOtherFields: true },
      },
      [{ tag: 'x' }],
    ],
    ['sorts', { operation: 'sort', sortFieldsUi: { sortField: [{ fieldName: 'id' }] } }, [rows[1], rows[0]]],
    ['limits', { operation: 'limit' }, [rows[0]]],
    ['limits to the last', { operation: 'limit', maxItems: 1, keep: 'lastItems' }, [rows[1]]],
    [
      'summarizes',
      { operation: 'summarize', fieldsToSummarize: { values: [{ field: 'id', aggregation: 'sum' }] }, fieldsToSplitBy: 'tag' },
      [{ tag: 'x', sum_id: 3 }],
    ],
  ])('%s', async (_, parameters, expected) => {
    const { json, error } = await runNode({ type, version, parameters, items: rows });
    expect(error).toBeUndefined();
    expect(json).toEqual(expected);
  });

  it('pairs its results with their sources', async () => {
    const split = await runNode({ type, version, parameters: { fieldToSplitOut: 'list' }, items: rows });
    expect(split.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }]);
    const one = await runNode({ type, version, parameters: { operation: together, aggregate: 'aggregateAllItemData' }, items: rows });
    expect(one.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 1 }]]);
  });

  it.each([
    ['splitOutItems', { fieldToSplitOut: 'nope' }, []],
    [together, { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'nope' }] } }, [{ nope: [] }]],
    ['summarize', { fieldsToSummarize: { values: [{ field: 'nope' }] } }, [{ count_nope: 0 }]],
  ])('%s of a missing field fails before 2.1 and adds a hint since', async (operation, parameters, expected) => {
    const { json, error, hints } = await runNode({ type, version, parameters: { operation, ...parameters }, items: rows });
    if (version < 2.1) expect(error?.message).toContain("'nope'");
    else expect([error, json, hints.length]).toEqual([undefined, expected, 1]);
  });

  it('continues with a missing field to summarize before 2.1 if set', async () => {
    const parameters = {
      operation: 'summarize',
      fieldsToSummarize: { values: [{ field: 'nope' }] },
      options: { continueIfFieldNotFound: true },
    };
    const { json, error } = await runNode({ type, version, parameters, items: rows });
    expect([error, json]).toEqual([undefined, [version < 2.1 ? {} : { count_nope: 0 }]]);
  });

  it('splits other values than lists, and several fields, since 2.2', async () => {
    const item = { one: 'a', entries: { x: 1, y: 2 } };
    const single = await runNode({ type, version, parameters: { fieldToSplitOut: 'entries' }, items: [item] });
    const both = await runNode({ type, version, parameters: { fieldToSplitOut: 'one, entries' }, items: [item] });
    if (version < 2.2) {
      expect(single.error?.message).toContain('not a list');
      expect(both.json).toEqual([]);
    } else {
      expect(single.json).toEqual([{ entries: 1 }, { entries: 2 }]);
      expect(both.json).toEqual([{ one: 'a', entries: 1 }, { entries: 2 }]);
    }
  });

  it('requires one type per field before 3.1', async () => {
    const { json, error } = await runNode({
      type,
      version,
      parameters: { operation: 'removeDuplicates' },
      items: [{ v: 1 }, { v: '1' }, { v: 1 }],
    });
    if (version < 3.1) expect(error?.message).toContain("'v' isn't always the same type");
    else expect(json).toEqual([{ v: 1 }, { v: '1' }]);
  });
});
