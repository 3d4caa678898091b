// Aggregate: the content of the combined item.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.aggregate';
const items = [
  { id: 1, name: 'Ada', tags: ['x', 'y'], nested: { v: 10 } },
  { id: 2, name: null, tags: ['y'], nested: { v: 20 } },
  { id: 3, tags: [] },
];
const fields = (...rows: readonly object[]): object => ({ fieldsToAggregate: { fieldToAggregate: rows } });

describe('aggregate', () => {
  it.each([
    ['a list per field', fields({ fieldToAggregate: 'id' }, { fieldToAggregate: 'name' }), { id: [1, 2, 3], name: ['Ada'] }],
    [
      'with nulls for what is missing',
      { ...fields({ fieldToAggregate: 'name' }), options: { keepMissing: true } },
      { name: ['Ada', null, null] },
    ],
    ['under another name', fields({ fieldToAggregate: 'id', renameField: true, outputFieldName: 'ids' }), { ids: [1, 2, 3] }],
    [
      'the other name counts only when renaming is on',
      fields({ fieldToAggregate: 'id', renameField: false, outputFieldName: 'ids' }),
      { id: [1, 2, 3] },
    ],
    ['a nested field under its last name', fields({ fieldToAggregate: 'nested.v' }), { v: [10, 20] }],
    ['lists of lists', fields({ fieldToAggregate: 'tags' }), { tags: [['x', 'y'], ['y'], []] }],
    ['one list of all lists', { ...fields({ fieldToAggregate: 'tags' }), options: { mergeLists: true } }, { tags: ['x', 'y', 'y'] }],
    ['whole items', { aggregate: 'aggregateAllItemData' }, { data: items }],
    [
      'whole items, some fields',
      { aggregate: 'aggregateAllItemData', destinationFieldName: 'all', include: 'specifiedFields', fieldsToInclude: 'id, nested.v' },
      { all: [{ id: 1 }, { id: 2 }, { id: 3 }] },
    ],
    [
      'whole items, without some fields',
      { aggregate: 'aggregateAllItemData', include: 'allFieldsExcept', fieldsToExclude: 'name,tags,nested' },
      { data: [{ id: 1 }, { id: 2 }, { id: 3 }] },
    ],
    [
      'omits items that have no fields left',
      { aggregate: 'aggregateAllItemData', include: 'allFieldsExcept', fieldsToExclude: 'id,name,tags,nested' },
      { data: [] },
    ],
  ])('%s', async (_, parameters, expected) => {
    const { outputs, error } = await runNode({ type, parameters: { ...parameters }, items });
    expect(error).toBeUndefined();
    expect(outputs).toEqual([[{ json: expected, pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }] }]]);
  });

  const file = (size: string): { data: string; mimeType: string; fileSize: string } => ({
    data: '',
    mimeType: 'text/plain',
    fileSize: size,
  });

  it.each([
    ['all files, distinguished by number', {}, ['data', 'data_1', 'data_2']],
    ['files alike once', { keepOnlyUnique: true }, ['data', 'data_1']],
  ])('collects %s', async (_, options, expected) => {
    const files = [file('1 B'), file('1 B'), file('2 B')].map((data) => ({ json: {}, binary: { data } }));
    const parameters = { aggregate: 'aggregateAllItemData', options: { includeBinaries: true, ...options } };
    const { outputs } = await runNode({ type, parameters, items: files });
    expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(expected);
  });

  it('adds a hint and an empty list if no item has the field', async () => {
    const { json, hints } = await runNode({ type, parameters: { ...fields({ fieldToAggregate: 'nmae' }) }, items });
    expect(json).toEqual([{ nmae: [] }]);
    expect(hints).toHaveLength(1);
  });

  it.each([
    ['no field', fields({ fieldToAggregate: '' }), 'No field'],
    ['one name for two lists', fields({ fieldToAggregate: 'id' }, { fieldToAggregate: 'nested.id' }), '"id" is used twice'],
  ])('rejects %s', async (_, parameters, message) => {
    const { error } = await runNode({ type, parameters: { ...parameters }, items });
    expect(error?.message).toContain(message);
  });
});
