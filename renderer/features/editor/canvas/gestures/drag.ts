// Drags nodes and notes: the pressed one snaps to the grid, and the others keep their distance to it.
import type { Point } from '../canvas-model.ts';
import { samePoint, snapPoint, type Rect } from '../geometry/geometry.ts';
import { autoPan } from './pan.ts';
import type { Gesture, GestureHost, Sample } from './gesture.ts';

/** `grabPoint`: the pressed point in canvas coordinates. */
export function drag(host: GestureHost, start: Sample, primary: string, ids: ReadonlySet<string>, grabPoint: Point): Gesture {
  const origins = new Map<string, Rect>();
  for (const id of ids) {
    const rect = host.scene.rectOf(id);
    if (rect !== undefined) origins.set(id, rect);
  }
  const origin = origins.get(primary) ?? { ...grabPoint, width: 0, height: 0 };
  let last = start;
  let shift: Point = { x: 0, y: 0 };

  const moveNodes = (): void => {
    const now = host.viewport.toCanvas(last.screen);
    const snapped = snapPoint({ x: origin.x + now.x - grabPoint.x, y: origin.y + now.y - grabPoint.y });
    const next = { x: snapped.x - origin.x, y: snapped.y - origin.y };
    if (samePoint(next, shift)) return;
    shift = next;
    for (const [id, rect] of origins) host.scene.setLive(id, { ...rect, x: rect.x + shift.x, y: rect.y + shift.y });
    host.moved(origins.keys());
  };

  return {
    name: 'drag',
    move(sample) {
      last = sample;
      moveNodes();
      return undefined;
    },
    end() {
      if (!samePoint(shift, { x: 0, y: 0 })) {
        const positions = new Map<string, Point>();
        for (const [id, { x, y }] of origins) if (host.scene.has(id)) positions.set(id, { x: x + shift.x, y: y + shift.y });
        if (positions.size > 0) host.intent({ type: 'move', positions });
      }
      host.settle();
    },
    cancel: () => host.settle(),
    followView: moveNodes,
    tick(elapsed) {
      if (!autoPan(host.viewport, last.screen, elapsed)) return false;
      moveNodes();
      return true;
    },
  };
}
