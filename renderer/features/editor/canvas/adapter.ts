// The only importer of jsPlumb, which performs the dragging of nodes and connections. Gestures decide the outcome. Elements are managed only from
// press to release, so that a thousand others cost nothing.
import { INTERCEPT_BEFORE_DROP, newInstance, type BrowserJsPlumbInstance } from '@jsplumb/browser-ui';
import type { Point } from './canvas-model.ts';
import type { Rect } from './geometry/geometry.ts';

/** Returns the new upper left corner, on the canvas, of a dragged element. */
export type PlaceOf = (element: HTMLElement) => Point | undefined;

export interface Adapter {
  /** Makes jsPlumb handle the following press on an element, which must be a child of the surface. */
  prepare(element: HTMLElement, rect: Rect, zoom: number): void;
  /** Cancels jsPlumb's current drag. */
  abort(): void;
  /** Unmanages the elements. Call it in a separate task, after jsPlumb has finished. */
  release(): void;
  destroy(): void;
}

const PORT = '[data-port]';

function start(surface: HTMLElement, positionOf: PlaceOf): BrowserJsPlumbInstance {
  const instance = newInstance({ container: surface, elementsDraggable: true, resizeObserver: false });
  // Ports match a selector, since their number may change; the end of a connection is found by the canvas's own hit test.
  instance.addSourceSelector(PORT, { endpoint: 'Blank', anchor: 'Center' });
  // jsPlumb supports neither a threshold nor a view that moves under the pointer, so the gestures implement both.
  instance.setDragConstrainFunction((requestedPosition, element) => positionOf(element) ?? requestedPosition);
  instance.bind(INTERCEPT_BEFORE_DROP, () => false);
  return instance;
}

export function createAdapter(surface: HTMLElement, positionOf: PlaceOf): Adapter {
  const instance = start(surface, positionOf);
  const release = (): void => {
    for (const { el } of Object.values(instance.getManagedElements())) instance.unmanage(el as unknown as Element);
  };
  return {
    prepare(element, { x, y, width, height }, zoom) {
      release();
      instance.setZoom(zoom);
      instance.manage(element);
      instance.viewport.updateElement(instance.getId(element), x, y, width, height, 0, true);
      instance.viewport.recomputeBounds();
    },
    // jsPlumb cannot cancel a drag, but it ends one on mouseup.
    abort: () => void document.dispatchEvent(new MouseEvent('mouseup')),
    release,
    destroy() {
      // jsPlumb would remove elements from the document that it still manages.
      release();
      instance.destroy();
    },
  };
}
