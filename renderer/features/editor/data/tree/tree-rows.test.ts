import { describe, expect, it } from 'vitest';
import { idOf, idsAbove, openAtFirst, pathOf, TreeRows, type TreeRow } from './tree-rows.ts';

const treeRows = (values: readonly unknown[], open: ReadonlySet<string>, first = 0): TreeRow[] => {
  const rows = new TreeRows(values, open, first);
  return Array.from({ length: rows.count }, (_, index) => rows.at(index));
};

const visibleLines = (values: readonly unknown[], open: ReadonlySet<string>): string[] =>
  treeRows(values, open).map(({ kind, depth, key }) => `${'.'.repeat(depth - 1)}${key} ${kind}`);

describe('JSON as rows', () => {
  it.each([
    ['plain values', ['a', 1, null], ['0 leaf', '1 leaf', '2 leaf']],
    ['an object', [{ a: 1, b: [] }], ['0 open', '.a leaf', '.b leaf', '0 close']],
    ['lists in objects', [{ a: [{ b: 1 }] }], ['0 open', '.a open', '..0 open', '...b leaf', '..0 close', '.a close', '0 close']],
    [
      'hostile names',
      [JSON.parse('{"__proto__": {"a/b": 1}}')],
      ['0 open', '.__proto__ open', '..a/b leaf', '.__proto__ close', '0 close'],
    ],
  ])('%s', (_what, values, rows) => expect(visibleLines(values, openAtFirst(values))).toEqual(rows));

  it('shows a closed value in one row', () =>
    expect(visibleLines([{ a: { b: 1 } }], new Set(['0']))).toEqual(['0 open', '.a closed', '0 close']));

  it('initially opens ten levels, or fewer', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 15; level++) deep = { in: deep };
    expect(openAtFirst([deep]).size).toBe(10);
    expect(openAtFirst([deep], 0, 3).size).toBe(3);
  });

  it('limits the number of initially open rows', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    const open = openAtFirst(many);
    expect(open.size).toBeGreaterThan(1000);
    expect(open.size).toBeLessThan(2000);
    expect(treeRows(many, open).length).toBe(100_000 + 2 * open.size);
    expect(openAtFirst([many]).size).toBeLessThan(2000);
  });

  it('gives different places different ids, whatever their names', () => {
    expect(idOf(idOf('0', 'a'), 'b')).not.toBe(idOf('0', 'a/b'));
    expect(idOf('0', 'a/b')).not.toBe(idOf('0', 'a~1b'));
  });

  it('finds the row of a place', () => {
    const values = [1, { a: { b: 2 } }, 3, { c: 4 }, [5]];
    const rows = new TreeRows(values, new Set(['11', '11/a', '13']), 10);
    for (let index = 0; index < rows.count; index++) {
      const row = rows.at(index);
      if (row.kind !== 'close') expect(rows.indexOf(pathOf(row))).toBe(index);
    }
    expect([rows.indexOf([14, 0]), rows.indexOf([11, 'x']), rows.indexOf([9]), rows.indexOf([15])]).toEqual([-1, -1, -1, -1]);
  });

  it('returns the path of a row', () => {
    const values = [{ a: [{ b: 1 }] }];
    const row = treeRows(values, openAtFirst(values, 40), 40).find(({ key }) => key === 'b');
    expect(row === undefined ? undefined : pathOf(row)).toEqual([40, 'a', 0, 'b']);
    expect(idsAbove([40, 'a', 0, 'b'])).toEqual(['40', '40/a', '40/a/0']);
  });
});
