// Slices: short work is synchronous, long work yields and stops at an aborted signal. The tests control the clock.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atOnce, inSlices, mapInSlices, type Pace, SLICE, type SlicedWork, workInSlices } from './slices.ts';

/** The time in milliseconds, advanced by the work itself. */
let time = 0;
const running = (): AbortSignal => new AbortController().signal;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => time);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the times at which other work ran. */
async function turnsDuring(task: () => unknown): Promise<number[]> {
  const turns: number[] = [];
  let isOver = false;
  const look = (): void => {
    turns.push(time);
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await task();
  isOver = true;
  return turns;
}

/** Returns the longest time between two runs of other work. */
function longestHold(turns: readonly number[], start: number): number {
  return Math.max(...turns.map((turn, index) => turn - (turns[index - 1] ?? start)));
}

describe('inSlices', () => {
  it.each([0, 1, 2, 5000])('visits %i entries in order, synchronously if they take no time', (count) => {
    const visited: number[] = [];
    expect(inSlices(count, running(), (index) => void visited.push(index))).toBeUndefined();
    expect(visited).toEqual(numbers(count));
  });

  it('makes a single call synchronously, however long it takes', () => {
    expect(inSlices(1, running(), () => void (time += 500))).toBeUndefined();
  });

  it.each([
    ['short steps', () => 0.01],
    ['long steps', () => 7],
    ['steps that take longer and longer', (index: number) => index / 1000],
  ])('yields to other work: %s', async (_, duration) => {
    const visited: number[] = [];
    const start = time;
    const visit = (index: number): void => {
      time += duration(index);
      visited.push(index);
    };
    const turns = await turnsDuring(() => inSlices(6000, running(), visit));
    expect(visited).toEqual(numbers(6000));
    // Slightly more than a slice, because a started step is completed.
    expect(longestHold(turns, start)).toBeLessThan(2 * SLICE);
  });

  it('throws the error of a call, early or late', async () => {
    const failAt = (at: number) => (): unknown => inSlices(100, running(), (index) => { time++; if (index === at) throw new Error(`no ${at}`); }); // oxfmt-ignore
    expect(failAt(0)).toThrow('no 0');
    await expect(async () => failAt(90)()).rejects.toThrow('no 90');
  });

  it('stops with the reason of the aborted signal', async () => {
    const stop = new AbortController();
    let visits = 0;
    const done = inSlices(1000, stop.signal, () => { time++; visits++; }); // oxfmt-ignore
    stop.abort(new Error('stopped'));
    await expect(done).rejects.toThrow('stopped');
    expect(visits).toBeLessThan(100);
  });
});

describe('mapInSlices', () => {
  it.each([0, 1, 3000])('returns a list synchronously for %i entries that take no time', (count) => {
    expect(mapInSlices(numbers(count), running(), (entry, index) => entry + index)).toEqual(numbers(count).map((n) => n * 2));
  });

  it('returns a promise of the list if the work is long', async () => {
    const results = mapInSlices(numbers(100), running(), (entry) => { time++; return entry * 2; }); // oxfmt-ignore
    expect(results).toBeInstanceOf(Promise);
    expect(await results).toEqual(numbers(100).map((n) => n * 2));
  });
});

describe('workInSlices', () => {
  /** Many short parts, each much shorter than a slice. */
  function* manyParts(pace: Pace): SlicedWork<number> {
    let sum = 0;
    for (let part = 0; part < 200; part++) {
      yield* pace.each([1, 2], (entry) => { time += 0.5; sum += entry; }); // oxfmt-ignore
      const doubled = yield* pace.map([part], (entry) => entry * 2);
      if (yield* pace.some(doubled, (entry) => entry === 20)) sum += 1000;
    }
    return sum;
  }

  it('shares one pace between all parts, so that short parts do not add up', async () => {
    const start = time;
    let result: unknown;
    const turns = await turnsDuring(async () => { result = await workInSlices(running(), manyParts); }); // oxfmt-ignore
    expect(result).toBe(1600);
    expect(turns.length).toBeGreaterThan(5);
    expect(longestHold(turns, start)).toBeLessThan(2 * SLICE);
  });

  it('weighs long steps as many', () => {
    const looks: boolean[] = [];
    atOnce(function* (pace): SlicedWork<void> {
      for (let step = 0; step < 100; step++) pace.isUsedUp();
      time += SLICE + 1;
      looks.push(pace.isUsedUp(1000));
      yield;
    });
    expect(looks).toEqual([true]);
  });

  it('can run synchronously', () => {
    expect(atOnce(manyParts)).toBe(1600);
  });
});
