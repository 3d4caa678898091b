import { describe, expect, it } from 'vitest';
import { withParameter } from './set-parameter.ts';

describe('withParameter', () => {
  it.each([
    ['a new name', {}, {}, 'a', 1, { a: 1 }],
    ['a nested name', { options: { timeout: 1 } }, {}, 'options.proxy', 'p', { options: { timeout: 1, proxy: 'p' } }],
    ['an entry of a list', { list: [{ a: 1 }, { a: 2 }] }, {}, 'list[1].a', 3, { list: [{ a: 1 }, { a: 3 }] }],
    ['one more entry', { list: [1] }, {}, 'list[1]', 2, { list: [1, 2] }],
    ['an entry taken away', { list: [1, 2, 3] }, {}, 'list[1]', undefined, { list: [1, 3] }],
    ['a name taken away', { a: 1, b: 2 }, {}, 'a', undefined, { b: 2 }],
    ['an entry that only the default has', {}, { c: { rows: [{ x: 1, y: 2 }] } }, 'c.rows[0].x', 5, { c: { rows: [{ x: 5, y: 2 }] } }],
    ['a new list', {}, {}, 'c.rows[0]', { x: 1 }, { c: { rows: [{ x: 1 }] } }],
  ])('writes %s', (_what, stored, complete, path, value, expected) => {
    const before = structuredClone(stored);
    expect(withParameter(stored, complete, path, value)).toEqual(expected);
    expect(stored).toEqual(before);
  });

  it('rejects paths through the prototype', () => {
    const stored = { a: 1 };
    expect(withParameter(stored, {}, '__proto__.polluted', true)).toBe(stored);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
