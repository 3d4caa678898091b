// Finds the target of an arrow key: the closest node on that side, with sideways distance counted twice. Pure.
import type { Point } from '../canvas-model.ts';
import { middleOf } from './geometry.ts';
import type { Scene } from '../scene.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

const ahead: Readonly<Record<Direction, (dx: number, dy: number) => readonly [along: number, across: number]>> = {
  left: (dx, dy) => [-dx, dy],
  right: (dx, dy) => [dx, dy],
  up: (dx, dy) => [-dy, dx],
  down: (dx, dy) => [dy, dx],
};

/** Returns undefined if there is nothing on that side. */
export function neighbour(scene: Scene, id: string, direction: Direction): string | undefined {
  const start = scene.rectOf(id);
  if (start === undefined) return undefined;
  const from = middleOf(start);
  let [nearest, least]: [string | undefined, number] = [undefined, Infinity];
  for (const [other, rect] of scene.rects()) {
    const to = middleOf(rect);
    const [along, across] = ahead[direction](to.x - from.x, to.y - from.y);
    if (other === id || along <= 0) continue;
    const distance = along + 2 * Math.abs(across);
    if (distance < least) [nearest, least] = [other, distance];
  }
  return nearest;
}

/** Returns the node or note that is closest to a point. */
export function nearest(scene: Scene, point: Point): string | undefined {
  let [nearest, least]: [string | undefined, number] = [undefined, Infinity];
  for (const [id, rect] of scene.rects()) {
    const { x, y } = middleOf(rect);
    const distance = Math.hypot(x - point.x, y - point.y);
    if (distance < least) [nearest, least] = [id, distance];
  }
  return nearest;
}
