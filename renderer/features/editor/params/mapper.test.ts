import { describe, expect, it } from 'vitest';
import { fieldType, mapperValueOf, withFields, withRemoved } from './mapper.ts';

const fields = [
  { id: 'a', displayName: 'A', type: 'string', required: true },
  { id: 'b', displayName: 'B', type: 'number', defaultMatch: true },
];

describe('resource mapper', () => {
  it.each([[undefined], [null], ['x'], [{ value: 5, schema: 'x', matchingColumns: [1] }]])('reads %j as empty', (value) =>
    expect(mapperValueOf(value)).toMatchObject({ mappingMode: 'defineBelow', value: null, matchingColumns: [], schema: [] }),
  );

  it('takes the fields that were loaded and keeps what was filled in', () => {
    const before = mapperValueOf({
      value: { a: '={{ $json.x }}', gone: 1 },
      schema: [
        { id: 'a', displayName: 'A' },
        { id: 'gone', displayName: 'G' },
      ],
    });
    const after = withFields(before, fields, true);
    expect(after.value).toEqual({ a: '={{ $json.x }}', b: null });
    expect(after.matchingColumns).toEqual(['b']);
  });

  it('adds only what is required where the node does not add all', () => {
    expect(withFields(mapperValueOf({}), fields, false).value).toEqual({ a: null });
  });

  it('removes and brings back a field', () => {
    const all = withFields(mapperValueOf({}), fields, true);
    const less = withRemoved(all, 'b', true);
    expect(less.value).toEqual({ a: null });
    expect(withFields(less, fields, true).value).toEqual({ a: null });
    expect(withRemoved(less, 'b', false).value).toEqual({ a: null, b: null });
  });

  it.each([
    [{ type: 'number' }, 'number'],
    [{ type: 'object' }, 'json'],
    [{ type: 'string', options: [{ name: 'x', value: 1 }] }, 'options'],
    [{}, 'string'],
  ])('%j is edited as %s', (part, type) => expect(fieldType({ id: 'x', displayName: 'X', ...part })).toBe(type));
});
