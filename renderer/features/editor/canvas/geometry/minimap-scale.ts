// Scale and offset of the minimap. Pure.
import type { Point } from '../canvas-model.ts';
import { boundsOf, grow, type Rect, type Size } from './geometry.ts';

export interface MinimapScale {
  readonly factor: number;
  /** Position of the canvas's origin on the minimap. */
  readonly origin: Point;
}

const MARGIN = 12;
/** Margin around the content in canvas units. */
const AROUND = 120;

export function minimapScale(content: Rect | undefined, seen: Rect, map: Size): MinimapScale {
  const all = boundsOf(content === undefined ? [seen] : [grow(content, AROUND), seen]) ?? seen;
  const innerSize = { width: map.width - 2 * MARGIN, height: map.height - 2 * MARGIN };
  const factor = Math.min(innerSize.width / Math.max(all.width, 1), innerSize.height / Math.max(all.height, 1));
  return {
    factor,
    origin: {
      x: (map.width - all.width * factor) / 2 - all.x * factor,
      y: (map.height - all.height * factor) / 2 - all.y * factor,
    },
  };
}

export const toMap = (rect: Rect, { factor, origin }: MinimapScale): Rect => ({
  x: rect.x * factor + origin.x,
  y: rect.y * factor + origin.y,
  width: rect.width * factor,
  height: rect.height * factor,
});

export const fromMap = (point: Point, { factor, origin }: MinimapScale): Point => ({
  x: (point.x - origin.x) / factor,
  y: (point.y - origin.y) / factor,
});
