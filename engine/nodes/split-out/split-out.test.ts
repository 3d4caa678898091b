// Split Out: the items made from one item.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.splitOut';
const order = { id: 7, lines: [{ sku: 'a' }, { sku: 'b' }], tags: ['x', 'y', 'z'], address: { city: 'Ulm', zip: '89073' } };

describe('split out', () => {
  it.each([
    ['objects become the items', { fieldToSplitOut: 'lines' }, [{ sku: 'a' }, { sku: 'b' }]],
    ['plain values are under the name of the field', { fieldToSplitOut: 'tags' }, [{ tags: 'x' }, { tags: 'y' }, { tags: 'z' }]],
    ['an object returns its values', { fieldToSplitOut: 'address' }, [{ address: 'Ulm' }, { address: '89073' }]],
    ['a plain value is a list of one', { fieldToSplitOut: 'id' }, [{ id: 7 }]],
    ['a nested field is found by its path', { fieldToSplitOut: 'address.city' }, [{ 'address.city': 'Ulm' }]],
    [
      'with another name',
      { fieldToSplitOut: 'lines', options: { destinationFieldName: 'line' } },
      [{ line: { sku: 'a' } }, { line: { sku: 'b' } }],
    ],
    [
      'with all other fields',
      { fieldToSplitOut: 'lines', include: 'allOtherFields' },
      order.lines.map((line) => ({ id: 7, tags: order.tags, address: order.address, lines: line })),
    ],
    [
      'with selected other fields',
      { fieldToSplitOut: 'lines', include: 'selectedOtherFields', fieldsToInclude: 'id, address.city, nope' },
      order.lines.map((line) => ({ id: 7, 'address.city': 'Ulm', lines: line })),
    ],
    [
      'two lists side by side',
      { fieldToSplitOut: 'lines, tags' },
      [{ lines: { sku: 'a' }, tags: 'x' }, { lines: { sku: 'b' }, tags: 'y' }, { tags: 'z' }],
    ],
    [
      'two lists with other names',
      { fieldToSplitOut: 'id, tags', options: { destinationFieldName: 'a, b' } },
      [{ a: 7, b: 'x' }, { b: 'y' }, { b: 'z' }],
    ],
    ['a field chosen by an expression', { fieldToSplitOut: "={{ $json.id === 7 ? 'lines' : 'tags' }}" }, [{ sku: 'a' }, { sku: 'b' }]],
  ])('%s', async (_, parameters, expected) => {
    const { json, error } = await runNode({ type, parameters, items: [order] });
    expect(error).toBeUndefined();
    expect(json).toEqual(expected);
  });

  it('treats a dot as part of the name if set', async () => {
    const { json } = await runNode({
      type,
      parameters: { fieldToSplitOut: 'a.b', options: { disableDotNotation: true } },
      items: [{ 'a.b': [1], a: { b: [2] } }],
    });
    expect(json).toEqual([{ 'a.b': 1 }]);
  });

  it('pairs every new item with its source', async () => {
    const { outputs } = await runNode({ type, parameters: { fieldToSplitOut: 'l' }, items: [{ l: [1] }, { l: [] }, { l: [2, 3] }] });
    expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }, { item: 2 }]);
  });

  it('includes files if set, and splits them', async () => {
    const binary = { a: { data: 'QQ==', mimeType: 'text/plain' }, b: { data: 'Qg==', mimeType: 'text/plain' } };
    const items = [{ json: { l: [1] }, binary }];
    const output = await runNode({ type, parameters: { fieldToSplitOut: 'l', options: { includeBinary: true } }, items });
    expect(output.outputs[0]?.[0]).toMatchObject({ json: { l: 1 }, binary });
    const split = await runNode({ type, parameters: { fieldToSplitOut: '$binary' }, items });
    expect(split.outputs[0]?.map((item) => item.binary)).toEqual([{ a: binary.a }, { b: binary.b }]);
  });

  it('adds a hint if no item has the field', async () => {
    const { json, hints, error } = await runNode({ type, parameters: { fieldToSplitOut: 'linse' }, items: [order] });
    expect([error, json]).toEqual([undefined, []]);
    expect(hints.map(({ message }) => message)).toEqual([expect.stringContaining('"linse"')]);
  });

  it.each([
    ['no field', '', 'PARAMETER_INVALID'],
    ['a prototype', '__proto__', undefined],
  ])('rejects %s', async (_, fieldToSplitOut, code) => {
    const { error } = await runNode({ type, parameters: { fieldToSplitOut }, items: [order] });
    expect(error).toBeDefined();
    if (code !== undefined) expect(error?.code).toBe(code);
  });
});
