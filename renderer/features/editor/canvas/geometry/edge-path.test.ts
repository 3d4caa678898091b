// Paths of wires.
import { describe, expect, it } from 'vitest';
import { distanceToShape, edgeShape, roundedPath } from './edge-path.ts';

const around = { bottom: 200 };

describe('a wire', () => {
  it('is straight between ports on one line', () => {
    const { d, middle } = edgeShape({ x: 100, y: 50 }, { x: 200, y: 50 }, around);
    expect(d).toBe('M100 50L200 50');
    expect(middle).toEqual({ x: 150, y: 50 });
  });

  it('leaves and arrives level', () => {
    const { d } = edgeShape({ x: 100, y: 50 }, { x: 200, y: 150 }, around);
    expect(d).toBe('M100 50C150 50 150 150 200 150');
  });

  it('never bends sharper than its stub, however near the other end is', () => {
    expect(edgeShape({ x: 100, y: 50 }, { x: 110, y: 150 }, around).d).toBe('M100 50C130 50 80 150 110 150');
  });

  it('ends in an arrow, unlike the hit path', () => {
    const { d, drawn } = edgeShape({ x: 100, y: 50 }, { x: 200, y: 50 }, around);
    expect(drawn.slice(d.length)).toBe('M194 45.5L200 50L194 54.5');
  });

  it('runs below both nodes if it leads back', () => {
    const { points, middle, bounds } = edgeShape({ x: 400, y: 50 }, { x: 93, y: 50 }, around);
    expect(middle.y).toBeGreaterThan(around.bottom);
    expect(points[1]).toEqual({ x: 430, y: 50 });
    expect(points.at(-2)).toEqual({ x: 63, y: 50 });
    expect(bounds).toEqual({ x: 63, y: 50, width: 367, height: middle.y - 50 });
  });

  it('runs between the rows if it leads back to another row', () => {
    const { middle } = edgeShape({ x: 400, y: 50 }, { x: 93, y: 450 }, { bottom: 550 });
    expect(middle.y).toBeGreaterThan(50);
    expect(middle.y).toBeLessThan(450);
  });

  it('measures the distance to a point', () => {
    const shape = edgeShape({ x: 100, y: 50 }, { x: 200, y: 150 }, around);
    expect(distanceToShape({ x: 150, y: 100 }, shape)).toBeLessThan(1);
    expect(distanceToShape({ x: 150, y: 130 }, shape)).toBeGreaterThan(7);
  });
});

describe('rounded corners', () => {
  it('take no more than half of a short piece', () => {
    expect(
      roundedPath(
        [
          { x: 0, y: 0 },
          { x: 10, y: 0 },
          { x: 10, y: 100 },
        ],
        14,
      ),
    ).toBe('M0 0L5 0Q10 0 10 5L10 100');
  });

  it('skip coinciding points', () => {
    expect(
      roundedPath([
        { x: 0, y: 0 },
        { x: 0, y: 0 },
        { x: 10, y: 0 },
      ]),
    ).toBe('M0 0L10 0');
  });
});
