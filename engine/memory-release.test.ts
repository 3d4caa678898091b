// When memory is released (with a fake clock), and that garbage collection can be triggered on this platform.
import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { collectGarbage, MemoryRelease } from './memory-release.ts';

const MiB = 1024 * 1024;

function setUp() {
  const world = { time: 1_000_000, isBusy: false, heap: 40 * MiB, collected: [] as number[] };
  const release = new MemoryRelease({
    now: () => world.time,
    isBusy: () => world.isBusy,
    heapSize: () => world.heap,
    collect: () => {
      world.collected.push(world.time - 1_000_000);
      world.heap = 20 * MiB;
    },
  });
  /** Advances the clock, with one check per second. */
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second++) {
      world.time += 1000;
      release.look();
    }
  };
  return { world, pass };
}

describe('releasing memory', () => {
  it('happens once after the start, and not again without work', () => {
    const { world, pass } = setUp();
    pass(600);
    expect(world.collected).toEqual([4000]);
  });

  it('waits until there has been no work for a while', () => {
    const { world, pass } = setUp();
    world.isBusy = true;
    pass(30);
    world.isBusy = false;
    pass(3);
    expect(world.collected).toEqual([]);
    world.isBusy = true;
    pass(1);
    world.isBusy = false;
    pass(10);
    expect(world.collected).toEqual([38_000]);
  });

  it('happens again when work has grown the heap, but at most once a minute', () => {
    const { world, pass } = setUp();
    pass(10);
    world.heap = 200 * MiB;
    pass(53);
    expect(world.collected).toEqual([4000]);
    pass(1);
    expect(world.collected).toEqual([4000, 64_000]);
  });

  it('skips a heap that grew only a little', () => {
    const { world, pass } = setUp();
    pass(10);
    world.heap = 27 * MiB;
    pass(600);
    expect(world.collected).toEqual([4000]);
  });
});

it('collects unreferenced objects', () => {
  let retained: unknown[] | undefined = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  const before = getHeapStatistics().used_heap_size;
  expect(retained).toHaveLength(1_000_000);
  retained = undefined;
  collectGarbage();
  expect(getHeapStatistics().used_heap_size).toBeLessThan(before - 10 * MiB);
  expect('gc' in globalThis).toBe(false);
});
