import { describe, expect, it } from 'vitest';
import { nextRow, type ListedRow } from './tree-keys.ts';

const row = (depth: number, isOpen?: boolean, isEnd = false): ListedRow => ({ id: '', depth, position: 1, siblings: 1, isOpen, isEnd });
// { a: 1, b: {…} } and a closed one.
const rows = [row(1, true), row(2), row(2, true), row(3), row(2, true, true), row(1, true, true), row(1, false)];
const press = (key: string, from: number) => nextRow(key, from, rows.length, (index) => rows[index] as ListedRow, 3);

describe('keyboard navigation in a tree', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 3, 6],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 6, 3],
    ['ArrowUp', 0, 0],
    ['ArrowRight', 6, 'toggle'],
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, 'toggle'],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 1, 0],
    ['ArrowLeft', 6, 6],
    ['Enter', 2, 'toggle'],
    ['Enter', 1, undefined],
    ['Home', 3, 0],
    ['End', 0, 6],
    ['PageDown', 0, 3],
    ['PageUp', 6, 3],
    ['x', 0, undefined],
  ])('%s from row %i', (key, from, to) => expect(press(key, from)).toBe(to));

  it('goes nowhere in an empty tree', () => expect(nextRow('Home', 0, 0, () => row(1), 3)).toBeUndefined());
});
