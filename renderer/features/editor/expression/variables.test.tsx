import { describe, expect, it } from 'vitest';
import { filtered, itemVariables, MOST_CHARACTERS, type variableOf } from './variables.ts';

const item = {
  json: { order: { total: 5, lines: [{ sku: 'a b' }] }, 'first name': 'Nora' },
  binary: { file: { data: 'x'.repeat(500_000), mimeType: 'text/plain' } },
};
const codes = (variable: ReturnType<typeof variableOf>): readonly string[] => [
  ...(variable.code === undefined ? [] : [variable.code]),
  ...(variable.children ?? []).flatMap(codes),
];

describe('the variable selector', () => {
  it('lists every field with the code that reads it', () => {
    expect(codes(itemVariables('Input', '$json', item))).toEqual([
      '$json.order',
      '$json.order.total',
      '$json.order.lines',
      '$json.order.lines[0]',
      '$json.order.lines[0].sku',
      '$json["first name"]',
      '$binary.file',
      '$binary.file.mimeType',
    ]);
    expect(codes(itemVariables('Before', "$('Before')", item))[0]).toBe("$('Before').item.json.order");
  });

  it('shows that data is too large instead of listing it', () => {
    const large = { json: { list: Array.from({ length: MOST_CHARACTERS }, () => 1) } };
    expect(JSON.stringify(itemVariables('Input', '$json', large))).toContain('isTooLarge');
    expect(itemVariables('Input', '$json', { json: { text: 'x'.repeat(10) } }).isTooLarge).toBeUndefined();
  });

  it('finds variables by name, with their ancestors', () => {
    const [match] = filtered([itemVariables('Input', '$json', item)], 'SKU');
    expect(match === undefined ? [] : codes(match)).toEqual([
      '$json.order',
      '$json.order.lines',
      '$json.order.lines[0]',
      '$json.order.lines[0].sku',
    ]);
    expect(filtered([itemVariables('Input', '$json', item)], 'nothing')).toEqual([]);
  });

  it('has nothing without an item', () => expect(itemVariables('Input', '$json', undefined)).toEqual({ name: 'Input', children: [] }));
});
