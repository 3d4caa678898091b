// Rename Keys: names, paths, patterns, and forbidden names.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.renameKeys';
const keys = (...key: { currentKey: string; newKey?: string }[]): Record<string, unknown> => ({ keys: { key } });
const regex = (searchRegex: string, replaceRegex: string, options = {}): Record<string, unknown> => ({
  additionalOptions: { regexReplacement: { replacements: [{ searchRegex, replaceRegex, options }] } },
});

describe('rename keys', () => {
  it.each([
    ['a field', keys({ currentKey: 'a', newKey: 'b' }), { a: 1, c: 2 }, { b: 1, c: 2 }],
    ['a field within an object', keys({ currentKey: 'a.x', newKey: 'b.y' }), { a: { x: 1, z: 2 } }, { a: { z: 2 }, b: { y: 1 } }],
    ['a field within a list', keys({ currentKey: 'a[1].x', newKey: 'y' }), { a: [{ x: 1 }, { x: 2 }] }, { a: [{ x: 1 }, {}], y: 2 }],
    ['a field name with a dot', keys({ currentKey: 'a.x', newKey: 'b' }), { 'a.x': 1 }, { b: 1 }],
    ['original fields of the item', keys({ currentKey: 'a', newKey: 'b' }, { currentKey: 'b', newKey: 'c' }), { a: 1 }, { b: 1 }],
    ['the same field twice', keys({ currentKey: 'o.a', newKey: 'o.b' }, { currentKey: 'o.a', newKey: 'o' }), { o: { a: 1 } }, { o: 1 }],
    ['a field with a null value', keys({ currentKey: 'a', newKey: 'b' }), { a: null }, { b: null }],
    ['onto another field', keys({ currentKey: 'a', newKey: 'b' }), { a: 1, b: 2 }, { b: 1 }],
    ['nothing without a new name', keys({ currentKey: 'a' }), { a: 1 }, { a: 1 }],
    ['no missing fields', keys({ currentKey: 'x', newKey: 'y' }), { a: 1 }, { a: 1 }],
    ['nothing to its own name', keys({ currentKey: 'a', newKey: 'a' }), { a: 1 }, { a: 1 }],
    ['by a name from the item', keys({ currentKey: '={{ $json.which }}', newKey: 'b' }), { which: 'a', a: 1 }, { which: 'a', b: 1 }],
    ['by pattern, on all levels', regex('^old', 'new'), { oldA: { oldB: [{ oldC: 1 }] } }, { newA: { newB: [{ newC: 1 }] } }],
    ['by pattern, with groups', regex('(\\w)_(\\w)', '$1$2'), { a_b: 1 }, { ab: 1 }],
    ['by pattern, without regard to case', regex('ID', 'key', { caseInsensitive: true }), { id: 1 }, { key: 1 }],
    ['the first match of a pattern', regex('a', '-'), { banana: 1 }, { 'b-nana': 1 }],
    ['by pattern, over a field of that name', regex('^a$', 'b'), { a: 1, b: 2 }, { b: 1 }],
    [
      'by pattern, a list as a level of its own',
      regex('a', 'b', { depth: 1 }),
      { a: [{ a: 1 }], c: { a: 1 } },
      { b: [{ a: 1 }], c: { b: 1 } },
    ],
    ['by pattern, first level only', regex('a', 'b', { depth: 0 }), { a: { a: 1 } }, { b: { a: 1 } }],
    ['by pattern, two levels', regex('a', 'b', { depth: 1 }), { a: { a: { a: 1 } } }, { b: { b: { a: 1 } } }],
    ['nothing without a pattern', regex('', 'b'), { a: 1 }, { a: 1 }],
  ])('renames %s', async (_, parameters, item, expected) => {
    const before = structuredClone(item);
    const { json, error } = await runNode({ type, parameters, items: [item] });
    expect(error).toBeUndefined();
    expect(json).toEqual([expected]);
    expect(item).toEqual(before);
  });

  it.each([
    ['a new name', keys({ currentKey: 'a', newKey: '__proto__.polluted' })],
    ['a current name', keys({ currentKey: 'constructor.prototype', newKey: 'b' })],
    ['a replacement', regex('^a$', '__proto__')],
  ])('rejects a prototype as %s', async (_, parameters) => {
    const { error } = await runNode({ type, parameters, items: [{ a: { b: 1 } }] });
    expect(error?.message).toContain('cannot be used as a field name');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('fails for an invalid pattern', async () => {
    const { error } = await runNode({ type, parameters: regex('(', 'x') });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining('"("') as string });
  });

  it('continues with an error item if set', async () => {
    const { json } = await runNode({ type, parameters: regex('(', 'x'), node: { onError: 'continueRegularOutput' } });
    expect(json).toEqual([{ error: expect.stringContaining('"("') as string }]);
  });
});
