// The minimap's scale.
import { expect, it } from 'vitest';
import { fromMap, minimapScale, toMap } from './minimap-scale.ts';

const map = { width: 180, height: 110 };
const seen = { x: 0, y: 0, width: 1280, height: 800 };

it('shows everything and the view', () => {
  const scale = minimapScale({ x: -3000, y: 0, width: 6000, height: 500 }, seen, map);
  for (const rect of [toMap({ x: -3000, y: 0, width: 6000, height: 500 }, scale), toMap(seen, scale)]) {
    expect(rect.x).toBeGreaterThanOrEqual(0);
    expect(rect.x + rect.width).toBeLessThanOrEqual(map.width);
    expect(rect.y + rect.height).toBeLessThanOrEqual(map.height);
  }
});

it('returns from the map to the canvas', () => {
  const scale = minimapScale(undefined, seen, map);
  const { x, y } = toMap({ x: 300, y: 200, width: 1, height: 1 }, scale);
  expect(fromMap({ x, y }, scale).x).toBeCloseTo(300, 9);
  expect(fromMap({ x, y }, scale).y).toBeCloseTo(200, 9);
});
