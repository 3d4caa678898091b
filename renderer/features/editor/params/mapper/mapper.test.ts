import { describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../../../../engine/contract/exact-numbers.ts';
import { mapperValueOf, type MapperField } from '../../../../../engine/workflow/parameters/resource-mapper.ts';
import {
  fieldType,
  hasOtherFields,
  hiddenFields,
  mapperRules,
  visibleFields,
  withFields,
  withMatching,
  withRemoved,
  type MapperRules,
} from './mapper.ts';

const fields = [
  { id: 'a', displayName: 'A', type: 'string', required: true },
  { id: 'b', displayName: 'B', type: 'number', defaultMatch: true },
];

describe('resource mapper', () => {
  it.each([[undefined], [null], ['x'], [{ value: 5, schema: 'x', matchingColumns: [1] }]])('reads %j as empty', (value) =>
    expect(mapperValueOf(value)).toMatchObject({ mappingMode: 'defineBelow', value: null, matchingColumns: [], schema: [] }),
  );

  const rules = (resourceMapper: object = {}): MapperRules => mapperRules({ typeOptions: { resourceMapper } });
  const all = withFields(mapperValueOf({}), fields, rules());

  it('merges loaded fields and keeps mapped values', () => {
    const before = mapperValueOf({
      value: { a: '={{ $json.x }}', gone: 1 },
      matchingColumns: ['gone'],
      own: 'kept',
      schema: [
        { id: 'a', displayName: 'A' },
        { id: 'gone', displayName: 'G' },
      ],
    });
    expect(withFields(before, fields, rules({ mode: 'upsert' }))).toEqual({
      mappingMode: 'defineBelow',
      value: { a: '={{ $json.x }}', b: null },
      matchingColumns: ['b'],
      schema: fields.map((field) => ({ ...field, removed: false })),
      attemptToConvertTypes: false,
      convertFieldsToString: false,
      own: 'kept',
    });
  });

  it.each([
    ['required fields', {}, ['a']],
    ['the field that identifies the record', { mode: 'update' }, ['b']],
    ['both', { mode: 'upsert' }, ['a', 'b']],
  ])('adds %s if the node does not add all', (_, more, ids) => {
    const { value } = withFields(mapperValueOf({}), fields, rules({ addAllFields: false, ...more }));
    expect(Object.keys(value ?? {})).toEqual(ids);
  });

  it.each([
    ['none if records are only added', { mode: 'add' }, []],
    ['the first', { mode: 'update' }, ['b']],
    ['all', { mode: 'update', multiKeyMatch: true }, ['b', 'c']],
  ])('matches on %s', (_, more, ids) => {
    const three = [
      ...fields,
      { id: 'c', displayName: 'C', defaultMatch: true },
      { id: 'd', displayName: 'D', defaultMatch: true, canBeUsedToMatch: false },
    ];
    expect(withFields(mapperValueOf({}), three, rules(more)).matchingColumns).toEqual(ids);
  });

  it('removes fields and adds them back', () => {
    const less = withRemoved(all, ['b'], true);
    expect(less.value).toEqual({ a: null });
    expect(withFields(less, fields, rules()).value).toEqual({ a: null });
    expect(hiddenFields(less).map(({ id }) => id)).toEqual(['b']);
    expect(withRemoved(less, ['b'], false).value).toEqual({ a: null, b: null });
  });

  it('adds matching columns back and shows them first', () => {
    const matching = withMatching(withRemoved(all, ['b'], true), ['b']);
    expect(matching.value).toEqual({ a: null, b: null });
    expect(visibleFields(matching).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('keeps a field called __proto__ apart', () => {
    const hostile = [{ id: '__proto__', displayName: 'P' }];
    const mapped = withFields(mapperValueOf({ value: JSON.parse('{"__proto__":1}') as object }), hostile, rules());
    expect(JSON.stringify(mapped.value)).toBe('{"__proto__":1}');
    expect(JSON.stringify(withFields(mapperValueOf({}), hostile, rules()).value)).toBe('{"__proto__":null}');
  });

  it('compares fields by meaning, not by notation', () => {
    const storedFields = fields.map((field) => ({ ...field, removed: false, display: true, canBeUsedToMatch: true }));
    expect(hasOtherFields(fields, storedFields)).toBe(false);
    expect(hasOtherFields(fields, fields.slice(1))).toBe(true);
    expect(hasOtherFields(fields, [{ ...(fields[0] as MapperField), type: 'number' }, fields[1] as MapperField])).toBe(true);
  });

  it.each([
    [{ type: 'number' }, 'number'],
    [{ type: 'object' }, 'json'],
    [{ type: 'string', options: [{ name: 'x', value: 1 }] }, 'options'],
    [{}, 'string'],
  ])('%j is edited as %s', (part, type) => expect(fieldType({ id: 'x', displayName: 'X', ...part })).toBe(type));
});

it('keeps the digits of numbers that JavaScript cannot represent when a field is removed or loaded again', () => {
  const value = parseExactly('{"size":17169973925117969,"name":"a"}') as Record<string, unknown>;
  const schema = ['size', 'name'].map((id) => ({ id, displayName: id, type: 'number' }));
  const before = mapperValueOf({ mappingMode: 'defineBelow', value, schema });
  expect(stringifyExactly(withRemoved(before, ['name'], true).value)).toBe('{"size":17169973925117969}');
  expect(stringifyExactly(withFields(before, before.schema, mapperRules({})).value)).toContain('"size":17169973925117969');
});
