// Gestures that move the view: panning (middle button, space and drag, or one finger on empty canvas), pinching, and panning at the edge.
import type { Point } from '../canvas-model.ts';
import { clamp } from '../geometry/geometry.ts';
import type { Viewport } from '../geometry/viewport.ts';
import { isBeyondThreshold, type Gesture, type GestureHost, type Sample } from './gesture.ts';

/** `onClick` is called if nothing has moved: a tap on empty canvas. */
export function pan(host: GestureHost, start: Sample, onClick?: () => void): Gesture {
  const from = host.viewport.view;
  let isPanning = onClick === undefined;
  return {
    name: 'pan',
    move({ screen }) {
      isPanning ||= isBeyondThreshold(start.screen, screen);
      if (isPanning) host.viewport.set({ ...from, x: from.x + screen.x - start.screen.x, y: from.y + screen.y - start.screen.y });
      return undefined;
    },
    end() {
      if (!isPanning) onClick?.();
    },
    cancel: () => host.viewport.set(from),
  };
}

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const apart = (one: Point, other: Point): number => Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1);

/** Zooms with two fingers: the content between them follows as they move together or apart. */
export function pinch(host: GestureHost, start: Sample): Gesture {
  const from = host.viewport.view;
  const second = start.other ?? start.screen;
  const [middle, distance] = [between(start.screen, second), apart(start.screen, second)];
  return {
    name: 'pinch',
    move({ screen, other }) {
      if (other === undefined) return undefined;
      const now = between(screen, other);
      host.viewport.set(from);
      host.viewport.zoomAt(middle, (from.zoom * apart(screen, other)) / distance);
      host.viewport.panBy(now.x - middle.x, now.y - middle.y);
      return undefined;
    },
    end: () => undefined,
    cancel: () => host.viewport.set(from),
  };
}

const ZONE = 40;
/** Pixels per millisecond at the very edge. */
const SPEED = 0.9;
/** Maximum frame duration in milliseconds that is counted, so that nothing jumps. */
const LONGEST_FRAME = 50;

function push(position: number, length: number): number {
  if (position < ZONE) return clamp((ZONE - position) / ZONE, 0, 1);
  return position > length - ZONE ? -clamp((position - length + ZONE) / ZONE, 0, 1) : 0;
}

/** Pans while something is dragged near the edge of the stage, faster closer to the edge. Returns whether the view moved. `elapsed`: in milliseconds. */
export function autoPan(viewport: Viewport, screen: Point, elapsed: number): boolean {
  const reach = Math.min(elapsed, LONGEST_FRAME) * SPEED;
  const [dx, dy] = [push(screen.x, viewport.size.width) * reach, push(screen.y, viewport.size.height) * reach];
  if (dx === 0 && dy === 0) return false;
  viewport.panBy(dx, dy);
  return true;
}
