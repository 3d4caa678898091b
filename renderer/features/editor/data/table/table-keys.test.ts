import { describe, expect, it } from 'vitest';
import { cellAfter } from './table-keys.ts';

const table = { rows: 50, columns: 4, pageRows: 10 };
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });

describe('keyboard navigation in a table', () => {
  it.each([
    ['ArrowDown', { row: -1, column: 0 }, { row: 0, column: 0 }],
    ['ArrowUp', { row: 0, column: 2 }, { row: -1, column: 2 }],
    ['ArrowUp', { row: -1, column: 2 }, { row: -1, column: 2 }],
    ['ArrowRight', { row: 3, column: 3 }, { row: 3, column: 3 }],
    ['ArrowLeft', { row: 3, column: 3 }, { row: 3, column: 2 }],
    ['PageDown', { row: 45, column: 0 }, { row: 49, column: 0 }],
    ['Home', { row: 5, column: 3 }, { row: 5, column: 0 }],
    ['x', { row: 5, column: 3 }, undefined],
  ])('%s from %j', (key, from, to) => expect(cellAfter(press(key), from, table)).toEqual(to));

  it('goes to the corners with Ctrl', () => {
    expect(cellAfter(press('Home', true), { row: 5, column: 3 }, table)).toEqual({ row: -1, column: 0 });
    expect(cellAfter(press('End', true), { row: 5, column: 1 }, table)).toEqual({ row: 49, column: 3 });
  });
});
