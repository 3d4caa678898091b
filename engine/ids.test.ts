import { describe, expect, it } from 'vitest';
import { createIds } from './ids.ts';

describe('ids', () => {
  it('increase, within a millisecond and when the clock is set back', () => {
    const times = [5, 5, 5, 6, 3, 3, 7, ...Array.from({ length: 5000 }, () => 8)];
    const ids = createIds(() => times.shift() ?? 9);
    const newIds = Array.from({ length: 5010 }, () => ids());
    expect(newIds).toEqual([...newIds].sort());
    expect(new Set(newIds).size).toBe(newIds.length);
    expect(newIds.every((id) => /^[0-9A-Z]{16}$/.test(id))).toBe(true);
  });

  it('differ between generators at the same moment', () => {
    const both = [createIds(() => 1), createIds(() => 1)].map((ids) => ids());
    expect(both[0]).not.toBe(both[1]);
  });
});
