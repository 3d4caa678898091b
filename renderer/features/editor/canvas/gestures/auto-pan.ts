// Pans the view while something is dragged near the edge of the stage; faster closer to the edge.
import type { Point } from '../canvas-model.ts';
import { clamp } from '../geometry/geometry.ts';
import type { Viewport } from '../geometry/viewport.ts';

const ZONE = 40;
/** Pixels per millisecond at the very edge. */
const SPEED = 0.9;
/** Maximum frame duration in milliseconds that is counted, so that nothing jumps. */
const LONGEST_FRAME = 50;

function push(place: number, length: number): number {
  if (place < ZONE) return clamp((ZONE - place) / ZONE, 0, 1);
  return place > length - ZONE ? -clamp((place - length + ZONE) / ZONE, 0, 1) : 0;
}

/** Pans the view; returns whether it moved. `elapsed`: in milliseconds. */
export function autoPan(viewport: Viewport, screen: Point, elapsed: number): boolean {
  const reach = Math.min(elapsed, LONGEST_FRAME) * SPEED;
  const [dx, dy] = [push(screen.x, viewport.size.width) * reach, push(screen.y, viewport.size.height) * reach];
  if (dx === 0 && dy === 0) return false;
  viewport.panBy(dx, dy);
  return true;
}
