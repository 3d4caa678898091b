// What stands in the document.
import { describe, expect, it } from 'vitest';
import { makeNode, makeScene } from './testing/small-model.ts';
import { mountedArea, nextMounted, wantedIn, type Mounted } from './virtualisation.ts';

const none: ReadonlySet<string> = new Set();
const row = makeScene(Array.from({ length: 100 }, (_, index) => makeNode(`n${index}`, index * 200, 0)));

/** Frame after frame until nothing is left to do. */
function settle(current: Mounted, wanted: ReadonlySet<string>, isFar: boolean): { mounted: Mounted; frames: number } {
  let [mounted, frames] = [current, 0];
  for (;;) {
    const step = nextMounted(mounted, wanted, isFar);
    mounted = step.mounted;
    frames += 1;
    if (step.isDone) return { mounted, frames };
  }
}

describe('the area', () => {
  it('reaches beyond the view and stays the same for small moves', () => {
    const area = mountedArea({ x: 30, y: 30, width: 1280, height: 800 }, 1);
    expect(area.x).toBeLessThanOrEqual(-170);
    expect(area.x + area.width).toBeGreaterThanOrEqual(1510);
    expect(mountedArea({ x: 50, y: 40, width: 1280, height: 800 }, 1)).toEqual(area);
  });

  it('takes longer steps when the view is far away', () => {
    const area = mountedArea({ x: 300, y: 300, width: 6400, height: 4000 }, 0.2);
    expect(mountedArea({ x: 900, y: 300, width: 6400, height: 4000 }, 0.2)).toEqual(area);
  });
});

describe('wanted is', () => {
  it('what is in the area', () => {
    expect([...wantedIn(row, { x: 350, y: 0, width: 300, height: 100 }, none)]).toEqual(['n2', 'n3']);
  });

  it('and what is pinned, wherever it is', () => {
    expect(wantedIn(row, { x: 350, y: 0, width: 300, height: 100 }, new Set(['n90'])).has('n90')).toBe(true);
  });
});

describe('mounting', () => {
  const wanted = new Set(Array.from({ length: 100 }, (_, index) => `n${index}`));

  it('takes several frames for many, and ends with all', () => {
    const { mounted, frames } = settle(new Map(), wanted, false);
    expect(frames).toBeGreaterThan(3);
    expect([...mounted.keys()]).toEqual([...wanted]);
    expect(new Set(mounted.values())).toEqual(new Set(['full']));
  });

  it('is quicker far away, where nodes have less detail', () => {
    const { mounted, frames } = settle(new Map(), wanted, true);
    expect(frames).toBeLessThan(settle(new Map(), wanted, false).frames);
    expect(new Set(mounted.values())).toEqual(new Set(['light']));
  });

  it('adds detail on coming near, and keeps it on going away', () => {
    const light = settle(new Map(), wanted, true).mounted;
    const full = settle(light, wanted, false).mounted;
    expect(new Set(full.values())).toEqual(new Set(['full']));
    expect(nextMounted(full, wanted, true)).toEqual({ mounted: full, isDone: true, hasChanged: false });
  });

  it('removes what is no longer wanted', () => {
    expect([...settle(settle(new Map(), wanted, true).mounted, new Set(['n5']), true).mounted.keys()]).toEqual(['n5']);
  });

  it('answers the same object where there is nothing to do', () => {
    const { mounted } = settle(new Map(), wanted, false);
    expect(nextMounted(mounted, wanted, false).mounted).toBe(mounted);
  });
});
