// Double taps.
import { expect, it } from 'vitest';
import { DoubleTap } from './listen-mouse.ts';

/** Taps given by target, x, time of press and of release; returns which of them are second taps. */
const taps = (...all: readonly (readonly [id: string, x: number, from: number, to: number])[]): readonly boolean[] => {
  const double = new DoubleTap();
  return all.map(([id, x, from, to]) => {
    double.press({ id, at: { x, y: 0 }, time: from });
    return double.release({ id, at: { x, y: 0 }, time: to });
  });
};

it.each([
  [
    'two on one thing',
    [
      ['a', 0, 0, 50],
      ['a', 20, 200, 250],
    ],
    [false, true],
  ],
  [
    'three: the third begins anew',
    [
      ['a', 0, 0, 20],
      ['a', 0, 100, 120],
      ['a', 0, 200, 220],
    ],
    [false, true, false],
  ],
  [
    'two on different things',
    [
      ['a', 0, 0, 50],
      ['b', 5, 200, 250],
    ],
    [false, false],
  ],
  [
    'two too far apart',
    [
      ['a', 0, 0, 50],
      ['a', 30, 200, 250],
    ],
    [false, false],
  ],
  [
    'two too late',
    [
      ['a', 0, 0, 50],
      ['a', 0, 400, 450],
    ],
    [false, false],
  ],
  [
    'one that is held',
    [
      ['a', 0, 0, 50],
      ['a', 0, 100, 600],
    ],
    [false, false],
  ],
] as const)('%s', (_, events, expected) => expect(taps(...events)).toEqual(expected));

it('a finger that moved is not a tap', () => {
  const double = new DoubleTap();
  double.press({ id: 'a', at: { x: 0, y: 0 }, time: 0 });
  double.release({ id: 'a', at: { x: 0, y: 0 }, time: 10 });
  double.press({ id: 'a', at: { x: 0, y: 0 }, time: 100 });
  expect(double.release({ id: 'a', at: { x: 0, y: 40 }, time: 150 })).toBe(false);
});
