import { describe, expect, it } from 'vitest';
import { fitted, initialSizes, LEAST_MAIN, LEAST_SIDE, MARGIN, moved, readSizes, resized } from './pane-sizes.ts';

const availableWidth = (window: number): number => window - MARGIN * 2;

describe('sizes of the panes', () => {
  it('starts with the main pane centered at its default width', () => {
    const { relativeLeft, relativeRight, relativeWidth } = initialSizes('regular', 1440);
    expect(relativeWidth * availableWidth(1440)).toBeCloseTo(440);
    expect(relativeLeft).toBeCloseTo(relativeRight);
    expect(initialSizes('wide', 1920).relativeWidth * availableWidth(1920)).toBeCloseTo(880);
    expect(initialSizes('wide', 1280).relativeWidth).toBeCloseTo(0.5);
  });

  it.each([-5000, -300, 0, 300, 5000])('keeps minimum widths when the pane is moved by %i', (by) => {
    const { relativeLeft, relativeRight, relativeWidth } = moved(initialSizes('regular', 1280), by, 1280);
    expect(relativeLeft * availableWidth(1280)).toBeGreaterThanOrEqual(LEAST_SIDE - 0.01);
    expect(relativeRight * availableWidth(1280)).toBeGreaterThanOrEqual(LEAST_SIDE - 0.01);
    expect(relativeWidth * availableWidth(1280)).toBeCloseTo(440);
  });

  it.each([
    ['left', -5000],
    ['left', 5000],
    ['right', -5000],
    ['right', 5000],
  ] as const)('keeps least widths when the %s edge is moved by %i', (edge, by) => {
    const before = initialSizes('regular', 1280);
    const after = resized(before, edge, by, 1280);
    expect(after.relativeWidth * availableWidth(1280)).toBeGreaterThanOrEqual(LEAST_MAIN - 0.01);
    expect(after.relativeLeft * availableWidth(1280)).toBeGreaterThanOrEqual(LEAST_SIDE - 0.01);
    expect(after.relativeRight * availableWidth(1280)).toBeGreaterThanOrEqual(LEAST_SIDE - 0.01);
    const still = edge === 'left' ? 'relativeRight' : 'relativeLeft';
    expect(after[still]).toBeCloseTo(before[still]);
  });

  it('applies no minimum widths in a narrow window', () => {
    const before = { relativeLeft: 0.1, relativeWidth: 0.2, relativeRight: 0.7 };
    const after = fitted(before, 500);
    expect(after.relativeLeft).toBe(0.1);
    expect(after.relativeWidth).toBe(0.2);
  });

  it.each([[null], ['{'], ['{"relativeLeft":2,"relativeWidth":0.2}'], ['"__proto__"']])('ignores invalid stored sizes: %s', (text) =>
    expect(readSizes(text)).toBeUndefined(),
  );
});
