// What is wrong in data that does not match a JSON Schema, and at which path.
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../../sdk/index.ts';
import { schemaCheck } from './check-schema.ts';

const object = (properties: JsonSchema['properties'], more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  ...(properties === undefined ? {} : { properties }),
  ...more,
});

describe('a check by a schema', () => {
  it.each<[string, JsonSchema, unknown, string | undefined]>([
    ['a match', object({ age: { type: 'number' } }), { age: 3 }, undefined],
    ['a type', object({ age: { type: 'number' } }), { age: 'three' }, '"age" must be number'],
    [
      'a path into a list',
      { type: 'array', items: object({ price: { type: 'number' } }) },
      [{ price: 1 }, { price: 'x' }],
      '"1.price" must be',
    ],
    ['a missing field', object({ a: object({}, { required: ['b'] }) }), { a: {} }, '"a.b" is missing'],
    ['an unknown field', object({ a: {} }, { additionalProperties: false }), { a: 1, c: 2 }, '"c" is not a field of the format'],
    ['a value of a list', object({ color: { enum: ['red', 'blue'] } }), { color: 'green' }, '"color" must be one of ["red","blue"]'],
    ['the whole value', { type: 'object' }, [], 'the value must be object'],
    ['a reference', { $defs: { n: { type: 'number' } }, ...object({ a: { $ref: '#/$defs/n' } }) }, { a: 'x' }, '"a" must be number'],
    ['a property named like a keyword', object({ pattern: { type: 'string' } }), { pattern: 1 }, '"pattern" must be string'],
    [
      'a property named __proto__',
      object({ ['__proto__']: { type: 'string' } }),
      JSON.parse('{"__proto__": 1}'),
      '"__proto__" must be string',
    ],
    ['a pattern', object({ id: { type: 'string', pattern: '^[A-Z]{2}$' } }), { id: 'abc' }, '"id" must match pattern'],
  ])('%s', async (_, schema, value, expected) => {
    const fault = (await schemaCheck(schema))(value);
    if (expected === undefined) expect(fault).toBeUndefined();
    else expect(fault).toContain(expected);
  });

  it('does not hang on a pattern with catastrophic backtracking', async () => {
    const check = await schemaCheck({ type: 'string', pattern: '^(a+)+$' });
    expect(check(`${'a'.repeat(40)}!`)).toContain('must match pattern');
  });

  it.each<[string, JsonSchema, string]>([
    ['a pattern that is none', { type: 'string', pattern: '(' }, 'The pattern "(" of the JSON Schema'],
    ['endless nesting', Array.from({ length: 200 }).reduce<JsonSchema>((schema) => ({ items: schema }), {}), 'nested too deeply'],
  ])('rejects %s', async (_, schema, message) => {
    await expect(schemaCheck(schema)).rejects.toThrow(message);
  });

  it('says that a schema refers to itself without an end', async () => {
    const check = await schemaCheck({ $ref: '#' });
    expect(() => check({})).toThrow('refers to itself');
  });
});
