import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { SchemaGatherer, schemaRows, type Schema } from './schema.ts';

function schemaOf(...all: unknown[]): Schema {
  const gatherer = new SchemaGatherer();
  for (const json of all) gatherer.add({ json } as unknown as Item);
  return gatherer.schema;
}

const visibleLines = (schema: Schema, word = '', closed: ReadonlySet<string> = new Set()): string[] =>
  schemaRows(schema, closed, word).map(({ keys, field }) => `${keys.join('.')} ${[...field.kinds].join('|')}`);

describe('the schema of items', () => {
  it.each([
    ['plain fields of all items', [{ a: 1 }, { b: 'x' }], ['a number', 'b text']],
    ['fields of several kinds', [{ a: 1 }, { a: null }, { a: '' }], ['a number|null|text']],
    [
      'objects and lists',
      [{ a: { b: true }, c: [{ d: 1 }, { e: 2 }] }],
      ['a object', 'a.b boolean', 'c list', 'c.0 object', 'c.0.d number', 'c.0.e number'],
    ],
    ['hostile names', [JSON.parse('{"__proto__": {"0": 1}}')], ['__proto__ object', '__proto__.0 number']],
    ['no fields of empty items', [{}, {}], []],
  ])('%s', (_what, all, rows) => expect(visibleLines(schemaOf(...all))).toEqual(rows));

  it('uses the first value that is not empty as the example', () => {
    const [row] = schemaRows(schemaOf({ a: null }, { a: '' }, { a: 'x' }, { a: 'y' }), new Set());
    expect(row?.field.example).toBe('x');
  });

  it('finds fields by name and example, with their ancestors', () => {
    const schema = schemaOf({ order: { total: 5, city: 'Rome' }, paid: true });
    expect(visibleLines(schema, 'ROM')).toEqual(['order object', 'order.city text']);
    expect(visibleLines(schema, 'tot')).toEqual(['order object', 'order.total number']);
    expect(visibleLines(schema, 'nothing')).toEqual([]);
  });

  it('hides the fields of closed rows', () => expect(visibleLines(schemaOf({ a: { b: 1 } }), '', new Set(['.a/']))).toEqual(['a object']));

  it('is the same object until it changes', () => {
    const gatherer = new SchemaGatherer();
    gatherer.add({ json: { a: 1 } });
    const before = gatherer.schema;
    gatherer.add({ json: { a: 2 } });
    expect(gatherer.schema).toBe(before);
    gatherer.add({ json: { a: 'x' } });
    expect(gatherer.schema).not.toBe(before);
  });
});
