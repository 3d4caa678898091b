// A selection rectangle (marquee): selects what it touches, or adds that to the selection. Without a drag, it is a click on a connection or empty
// canvas.
import { overlaps, rectBetween } from '../geometry/geometry.ts';
import { autoPan } from './pan.ts';
import { isBeyondThreshold, withChange, type Gesture, type GestureHost, type Sample } from './gesture.ts';

/** Returns the gesture. `edge`: the connection on which it started, which a click selects. */
export function marquee(host: GestureHost, start: Sample, edge?: string): Gesture {
  const anchor = host.viewport.toCanvas(start.screen);
  const before = start.isAdding ? host.selection() : new Set<string>();
  let last = start;
  let isDrawn = false;
  let chosen: ReadonlySet<string> = before;

  const draw = (): void => {
    const rect = rectBetween(anchor, host.viewport.toCanvas(last.screen));
    const touched = new Set(before);
    for (const [id, nodeRect] of host.scene.rects()) if (overlaps(nodeRect, rect)) touched.add(id);
    const isSame = touched.size === chosen.size && [...touched].every((id) => chosen.has(id));
    if (!isSame) chosen = touched;
    host.showMarquee(rect);
    host.preview(chosen);
  };
  const leave = (): void => {
    host.showMarquee(undefined);
    host.preview(undefined);
  };

  return {
    name: 'marquee',
    move(sample) {
      last = sample;
      isDrawn ||= isBeyondThreshold(start.screen, sample.screen);
      if (isDrawn) draw();
      return undefined;
    },
    end() {
      if (edge !== undefined && !isDrawn) {
        const edges = start.isAdding ? withChange(host.selectedEdges(), edge) : [edge];
        host.intent({ type: 'select', ids: [...before], edges: [...edges] });
      } else if (isDrawn || !start.isAdding) host.intent({ type: 'select', ids: [...chosen] });
      leave();
    },
    cancel: leave,
    followView() {
      if (isDrawn) draw();
    },
    tick(elapsed) {
      if (!isDrawn || !autoPan(host.viewport, last.screen, elapsed)) return false;
      draw();
      return true;
    },
  };
}
