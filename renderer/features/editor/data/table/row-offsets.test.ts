import { describe, expect, it } from 'vitest';
import { RowOffsets } from './row-offsets.ts';

describe('offsets of rows', () => {
  it.each([
    ['all alike', new Map<number, number>()],
    [
      'some higher',
      new Map([
        [7, 90],
        [2, 200],
      ]),
    ],
    [
      'some lower, one beyond the end',
      new Map([
        [0, 5],
        [99, 400],
      ]),
    ],
  ])('%s: agrees with adding them up', (_what, measuredRows) => {
    const rows = new RowOffsets(20, 30, measuredRows);
    let above = 0;
    for (let row = 0; row < 20; row++) {
      const height = measuredRows.get(row) ?? 30;
      expect(rows.offset(row)).toBe(above);
      expect(rows.height(row)).toBe(height);
      expect(rows.rowAt(above)).toBe(row);
      expect(rows.rowAt(above + height - 1)).toBe(row);
      above += height;
    }
    expect(rows.total).toBe(above);
    expect(rows.rowAt(1e9)).toBe(19);
    expect(rows.rowAt(-5)).toBe(0);
  });
});
