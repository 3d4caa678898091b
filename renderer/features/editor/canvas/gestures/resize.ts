// Resizes a note by a side or corner. Its edges snap to the grid, and it has a minimum size.
import { snap, type Rect } from '../geometry/geometry.ts';
import type { Gesture, GestureHost, Sample } from './gesture.ts';

/** Compass points: `n` is the upper side, `se` the lower right corner. */
export type Handle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';
export const HANDLES: readonly Handle[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

const SMALLEST = { width: 140, height: 80 } as const;

/** Returns the rectangle after one handle has moved by a distance on the canvas. A rectangle that is already too small may stay so. */
export function resized(rect: Rect, handle: Handle, dx: number, dy: number): Rect {
  let { x: left, y: top } = rect;
  let [right, bottom] = [rect.x + rect.width, rect.y + rect.height];
  const least = { width: Math.min(rect.width, SMALLEST.width), height: Math.min(rect.height, SMALLEST.height) };
  if (handle.includes('w')) left = Math.min(snap(left + dx), right - least.width);
  if (handle.includes('e')) right = Math.max(snap(right + dx), left + least.width);
  if (handle.includes('n')) top = Math.min(snap(top + dy), bottom - least.height);
  if (handle.includes('s')) bottom = Math.max(snap(bottom + dy), top + least.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function resize(host: GestureHost, start: Sample, id: string, handle: Handle): Gesture {
  const origin = host.scene.rectOf(id) ?? { x: 0, y: 0, ...SMALLEST };
  const grabPoint = host.viewport.toCanvas(start.screen);
  let [rect, last] = [origin, start];
  const resizeNote = (): void => {
    const now = host.viewport.toCanvas(last.screen);
    rect = resized(origin, handle, now.x - grabPoint.x, now.y - grabPoint.y);
    host.scene.setLive(id, rect);
    host.moved([id]);
  };
  return {
    name: 'resize',
    move(sample) {
      last = sample;
      resizeNote();
      return undefined;
    },
    end() {
      const { x, y, width, height } = rect;
      const isChanged = host.scene.has(id) && (x !== origin.x || y !== origin.y || width !== origin.width || height !== origin.height);
      if (isChanged) host.intent({ type: 'resizeNote', id, position: { x, y }, size: { width, height } });
      host.settle();
    },
    cancel: () => host.settle(),
    followView: resizeNote,
  };
}
