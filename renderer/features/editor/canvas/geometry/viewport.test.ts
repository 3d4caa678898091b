// Position and zoom of the view.
import { describe, expect, it } from 'vitest';
import { Viewport } from './viewport.ts';
import { wheelZoom } from '../input/listen-wheel.ts';
import { dotGrid } from '../painter.ts';

function makeViewport(): Viewport {
  const viewport = new Viewport();
  viewport.resize({ width: 1000, height: 800 });
  return viewport;
}

describe('the view', () => {
  it('keeps the point under the pointer fixed', () => {
    const viewport = makeViewport();
    viewport.set({ x: 40, y: 70, zoom: 0.8 });
    const before = viewport.toCanvas({ x: 300, y: 200 });
    viewport.zoomAt({ x: 300, y: 200 }, 1.7);
    const after = viewport.toCanvas({ x: 300, y: 200 });
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
  });

  describe('when the stage becomes lower', () => {
    const content = { x: 0, y: 0, width: 600, height: 400 };
    const view = { x: 100, y: 300, zoom: 0.9 };
    const low = { width: 1000, height: 400 };
    const bottomOf = (viewport: Viewport): number => viewport.toScreen({ x: 0, y: content.height }).y;
    const lowered = (before = view): Viewport => {
      const viewport = makeViewport();
      viewport.set(before);
      viewport.resize(low, content);
      return viewport;
    };

    it('still shows all nodes that it showed, and the former view once there is room again', () => {
      const viewport = lowered();
      expect(viewport.view.zoom).toBeLessThan(0.9);
      expect([viewport.toScreen(content).y >= 0, bottomOf(viewport) <= 400 - 90]).toEqual([true, true]);
      viewport.resize({ width: 1000, height: 600 }, content);
      expect(bottomOf(viewport)).toBeLessThanOrEqual(600 - 90);
      viewport.resize({ width: 1000, height: 800 }, content);
      expect(viewport.view).toEqual(view);
    });

    it('is clear of the bars, which are one above the other in a narrow stage', () => {
      const viewport = lowered();
      viewport.resize({ width: 830, height: 400 }, content);
      expect(bottomOf(viewport)).toBeLessThanOrEqual(400 - 126);
    });

    it('keeps a view that the user has chosen since', () => {
      const viewport = lowered();
      viewport.panBy(10, 0);
      const { view: chosen } = viewport;
      viewport.resize({ width: 1000, height: 800 }, content);
      expect(viewport.view).toEqual(chosen);
    });

    it.each([
      ['did not show all nodes', { x: 100, y: 600, zoom: 0.9 }],
      ['shows them anyway', { x: 20, y: 20, zoom: 0.5 }],
    ])('stays where it %s', (_, before) => expect(lowered(before).view).toEqual(before));
  });

  it('limits the zoom', () => {
    const viewport = makeViewport();
    viewport.zoomBy(1e9);
    expect(viewport.view.zoom).toBe(4);
    viewport.zoomBy(1e-9);
    expect(viewport.view.zoom).toBe(0.05);
  });

  it('fits everything in, clear of the controls', () => {
    const viewport = makeViewport();
    viewport.fit({ x: -1000, y: -500, width: 4000, height: 1000 });
    const [from, to] = [viewport.toScreen({ x: -1000, y: -500 }), viewport.toScreen({ x: 3000, y: 500 })];
    expect(from.x).toBeGreaterThanOrEqual(0);
    expect(to.x).toBeLessThanOrEqual(1000);
    expect(from.y).toBeGreaterThanOrEqual(0);
    expect(to.y).toBeLessThanOrEqual(800);
    // The tools are at the right.
    expect(1000 - to.x).toBeGreaterThan(from.x);
  });

  it('fits tall and wide content clear of the minimap at the lower right', () => {
    for (const bounds of [
      { x: 0, y: 0, width: 4000, height: 800 },
      { x: 0, y: 0, width: 900, height: 3000 },
    ]) {
      const viewport = makeViewport();
      viewport.fit(bounds);
      const corner = viewport.toScreen({ x: bounds.width, y: bounds.height });
      expect(corner.x <= 1000 - 200 || corner.y <= 800 - 130).toBe(true);
    }
  });

  it('does not zoom in beyond 100 % to fit', () => {
    const viewport = makeViewport();
    viewport.fit({ x: 0, y: 0, width: 100, height: 100 });
    expect(viewport.view.zoom).toBe(1);
  });

  it('notifies no listener if nothing changed', () => {
    const viewport = makeViewport();
    let changeCount = 0;
    viewport.subscribe(() => (changeCount += 1));
    viewport.panBy(0, 0);
    viewport.panBy(1, 0);
    expect(changeCount).toBe(1);
  });
});

describe('the wheel', () => {
  it('zooms by one step per notch, in any unit', () => {
    expect(wheelZoom(100, 0)).toBeCloseTo(1 / 1.25, 9);
    expect(wheelZoom(-120, 0)).toBeCloseTo(1.25, 9);
    expect(wheelZoom(7, 1)).toBeCloseTo(1 / 1.25, 9);
  });

  it('zooms little for the small numbers of a touchpad', () => {
    expect(wheelZoom(2, 0)).toBeGreaterThan(0.98);
    expect(wheelZoom(2, 0)).toBeLessThan(1);
  });
});

it.each([
  [1, 20, 20],
  [0.5, 20, 20],
  [0.2, 16, 20],
  [0.7, 14, 20],
  [1.6, 32, 40],
  [4, 80, 80],
])('at a zoom of %d the dots are %d px apart, painted for %d', (zoom, gap, painted) => {
  expect(dotGrid(zoom).gap).toBeCloseTo(gap, 9);
  expect(dotGrid(zoom).painted).toBe(painted);
});

it('begins at its origin, at scale 1', () => expect(new Viewport().view).toEqual({ x: 0, y: 0, zoom: 1 }));
