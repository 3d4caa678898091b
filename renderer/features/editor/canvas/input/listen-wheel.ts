// The wheel pans; with Ctrl, and therefore for a touchpad's pinch, it zooms at the pointer.
import { ZOOM_STEP, type Point } from '../canvas-model.ts';
import { clamp } from '../geometry/geometry.ts';
import type { CanvasCore } from '../core.ts';

/** Pixels per unit of a wheel event: pixels, lines and pages. */
const UNITS: readonly number[] = [1, 16, 400];
/** Approximate pixels per notch, which zooms by one step. */
const NOTCH = 100;

/** Returns the zoom factor of a wheel event. A notch is one step; a touchpad sends small fractions of it. */
export function wheelZoom(deltaY: number, deltaMode: number): number {
  const delta = clamp(deltaY * (UNITS[deltaMode] ?? 1), -NOTCH, NOTCH);
  // A touchpad's pinch reports small numbers for large movements.
  const part = Math.abs(delta) < NOTCH / 2 ? (delta * 3) / NOTCH : delta / NOTCH;
  return ZOOM_STEP ** -part;
}

export function listenToWheel(core: CanvasCore, stage: HTMLElement, pointOf: (event: WheelEvent) => Point, signal: AbortSignal): void {
  const onWheel = (event: WheelEvent): void => {
    const isZoom = event.ctrlKey || event.metaKey;
    if (!isZoom && event.target instanceof Element && event.target.closest('[data-scrolls]') !== null) return;
    event.preventDefault();
    if (isZoom) {
      core.viewport.zoomAt(pointOf(event), core.viewport.view.zoom * wheelZoom(event.deltaY, event.deltaMode));
      core.machine.followView();
      return;
    }
    const unit = UNITS[event.deltaMode] ?? 1;
    const [dx, dy] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    core.viewport.panBy(-dx * unit, -dy * unit);
    core.machine.followView();
  };
  stage.addEventListener('wheel', onWheel, { passive: false, signal });
}
