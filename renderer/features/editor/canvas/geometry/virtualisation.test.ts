// Which elements are kept in the document.
import { describe, expect, it } from 'vitest';
import { makeNode, makeScene } from '../testing/small-model.ts';
import { lineStep, mountedArea, nextMounted, sightOf, SPARE, expectedIn, type Mounted, type MountPace } from './virtualisation.ts';

const none: ReadonlySet<string> = new Set();
const row = makeScene(Array.from({ length: 100 }, (_, index) => makeNode(`n${index}`, index * 200, 0)));

const all = (): boolean => true;
const resting = (isFar: boolean): MountPace => ({ sight: isFar ? 'colour' : 'all', isMoving: false });

/** Runs frames until there is nothing left to do. */
function settle(current: Mounted, requestedIds: ReadonlySet<string>, isFar: boolean): { mounted: Mounted; frames: number } {
  let [mounted, frames] = [current, 0];
  for (;;) {
    const step = nextMounted(mounted, requestedIds, all, resting(isFar));
    mounted = step.mounted;
    frames += 1;
    if (step.isDone) return { mounted, frames };
  }
}

describe('the area', () => {
  it('extends beyond the view and is stable for small moves', () => {
    const area = mountedArea({ x: 30, y: 30, width: 1280, height: 800 }, 1);
    expect(area.x).toBeLessThanOrEqual(-170);
    expect(area.x + area.width).toBeGreaterThanOrEqual(1510);
    expect(mountedArea({ x: 50, y: 40, width: 1280, height: 800 }, 1)).toEqual(area);
  });

  it('uses longer steps at a small zoom', () => {
    const area = mountedArea({ x: 50, y: 300, width: 6400, height: 4000 }, 0.2);
    expect(mountedArea({ x: 450, y: 300, width: 6400, height: 4000 }, 0.2)).toEqual(area);
  });

  it('only grows while zooming out, so that nothing is removed and added again', () => {
    let before = mountedArea({ x: 0, y: 0, width: 1280, height: 800 }, 1);
    for (let zoom = 0.99; zoom > 0.1; zoom *= 0.99) {
      const [width, height] = [1280 / zoom, 800 / zoom];
      const area = mountedArea({ x: 640 - width / 2, y: 400 - height / 2, width, height }, zoom);
      expect(area.x).toBeLessThanOrEqual(before.x);
      expect(area.y).toBeLessThanOrEqual(before.y);
      expect(area.x + area.width).toBeGreaterThanOrEqual(before.x + before.width);
      expect(area.y + area.height).toBeGreaterThanOrEqual(before.y + before.height);
      before = area;
    }
  });
});

describe('wanted is', () => {
  it('everything in the area', () => {
    expect([...expectedIn(row, { x: 350, y: 0, width: 300, height: 100 }, none)]).toEqual(['n2', 'n3']);
  });

  it('and everything pinned, wherever it is', () => {
    expect(expectedIn(row, { x: 350, y: 0, width: 300, height: 100 }, new Set(['n90'])).has('n90')).toBe(true);
  });
});

describe('mounting', () => {
  const requestedIds = new Set(Array.from({ length: 100 }, (_, index) => `n${index}`));

  it('takes several frames for many, and completes', () => {
    const { mounted, frames } = settle(new Map(), requestedIds, false);
    expect(frames).toBeGreaterThan(3);
    expect([...mounted.keys()]).toEqual([...requestedIds]);
    expect(new Set(mounted.values())).toEqual(new Set(['full']));
  });

  it('is faster at a small zoom, where nodes have less detail', () => {
    const { mounted, frames } = settle(new Map(), requestedIds, true);
    expect(frames).toBeLessThan(settle(new Map(), requestedIds, false).frames);
    expect(new Set(mounted.values())).toEqual(new Set(['light']));
  });

  it('has icons and names at a medium zoom', () => {
    const light = settle(new Map(), requestedIds, true).mounted;
    const pace: MountPace = { sight: 'icon', isMoving: false };
    let mounted = light;
    for (let frame = 0; frame < 100; frame++) mounted = nextMounted(mounted, requestedIds, all, pace).mounted;
    expect(new Set(mounted.values())).toEqual(new Set(['face']));
    expect(nextMounted(mounted, requestedIds, all, resting(true)).hasChanged).toBe(false);
  });

  it('adds detail on zooming in, and keeps it on zooming out', () => {
    const light = settle(new Map(), requestedIds, true).mounted;
    const full = settle(light, requestedIds, false).mounted;
    expect(new Set(full.values())).toEqual(new Set(['full']));
    expect(nextMounted(full, requestedIds, all, resting(true))).toEqual({ mounted: full, isDone: true, hasChanged: false });
  });

  it('removes elements that are no longer required', () => {
    expect([...settle(settle(new Map(), requestedIds, true).mounted, new Set(['n5']), true).mounted.keys()]).toEqual(['n5']);
  });

  it('starts with visible things', () => {
    const current = settle(new Map(), new Set(['n0']), false).mounted;
    const { mounted } = nextMounted(current, requestedIds, (id) => id === 'n99', { sight: 'all', isMoving: true });
    expect([...mounted.keys()].slice(0, 2)).toEqual(['n0', 'n99']);
  });

  it('does less around the view while it moves, and the same within it', () => {
    const current = settle(new Map(), new Set(['n0']), false).mounted;
    const grown = (isSeen: boolean, isMoving: boolean): number =>
      nextMounted(current, requestedIds, () => isSeen, { sight: 'all', isMoving }).mounted.size;
    expect(grown(false, true)).toBeLessThan(grown(false, false));
    expect(grown(true, true)).toBe(grown(true, false));
  });

  it('keeps some things that left the view until it rests', () => {
    const many = makeScene(Array.from({ length: SPARE + 50 }, (_, index) => makeNode(`n${index}`, index, 0)));
    let mounted = settle(new Map(), new Set(many.model.nodes.keys()), true).mounted;
    for (let frame = 0; frame < 100; frame++) mounted = nextMounted(mounted, none, all, { sight: 'colour', isMoving: true }).mounted;
    expect(mounted.size).toBe(SPARE);
    expect(nextMounted(mounted, none, all, { sight: 'colour', isMoving: true })).toMatchObject({ isDone: false, hasChanged: false });
    expect(settle(mounted, none, true).mounted.size).toBe(0);
  });

  it('returns the same object if there is nothing to do', () => {
    const { mounted } = settle(new Map(), requestedIds, false);
    expect(nextMounted(mounted, requestedIds, all, resting(false)).mounted).toBe(mounted);
  });
});

it.each([
  [1, 'near'],
  [0.4, 'near'],
  [0.39, 'far'],
  [0.2, 'far'],
  [0.19, 'farther'],
  [0.1, 'farther'],
  [0.05, 'farthest'],
])('at a zoom of %d wires are drawn as thick as %s', (zoom, step) => {
  expect(lineStep(zoom)).toBe(step);
});

it.each([
  [0.4, 'all'],
  [0.39, 'name'],
  [0.25, 'name'],
  [0.24, 'icon'],
  [0.2, 'icon'],
  [0.19, 'colour'],
])('at a zoom of %d nodes show %s', (zoom, sight) => {
  expect(sightOf(zoom)).toBe(sight);
});
