// Zooms with two fingers: the content between them follows as they move together or apart.
import type { Point } from '../canvas-model.ts';
import type { Gesture, GestureHost, Sample } from './gesture.ts';

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const apart = (one: Point, other: Point): number => Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1);

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
