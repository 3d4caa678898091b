// Targets of the arrow keys.
import { expect, it } from 'vitest';
import { nearest, neighbour, type Direction } from './neighbour.ts';
import { makeNode, makeScene } from '../testing/small-model.ts';

//        up
//  left  mid  right   far
//             low
const scene = makeScene([
  makeNode('left', 0, 200),
  makeNode('mid', 200, 200),
  makeNode('right', 400, 200),
  makeNode('far', 600, 200),
  makeNode('up', 200, 0),
  makeNode('low', 380, 400),
]);

it.each([
  ['mid', 'left', 'left'],
  ['mid', 'right', 'right'],
  ['mid', 'up', 'up'],
  ['mid', 'down', 'low'],
  ['low', 'up', 'right'],
  ['far', 'left', 'right'],
  ['left', 'left', undefined],
] as const)('from %s to the %s: %s', (id, direction: Direction, expected) => expect(neighbour(scene, id, direction)).toBe(expected));

it('finds the closest to a point, and nothing in an empty workflow', () => {
  expect(nearest(scene, { x: 640, y: 240 })).toBe('far');
  expect(nearest(makeScene([]), { x: 0, y: 0 })).toBeUndefined();
});
