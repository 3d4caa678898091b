// The only importer of jsPlumb, which runs the mechanics of dragging nodes and connections. The gestures decide the outcome.
// Elements are managed from press to release only, so that a thousand others cost nothing.
import { INTERCEPT_BEFORE_DROP, newInstance, type BrowserJsPlumbInstance } from '@jsplumb/browser-ui';
import type { Point } from './canvas-model.ts';
import type { Rect } from './geometry/geometry.ts';

/** Called with the new upper left corner, on the canvas, of a dragged element. */
export type PlaceOf = (element: HTMLElement) => Point | undefined;

export interface Adapter {
  /** Makes jsPlumb handle the press that follows on an element, which must be a child of the surface. */
  prepare(element: HTMLElement, rect: Rect, zoom: number): void;
  /** Cancels jsPlumb's current drag. */
  abort(): void;
  /** Unmanages the elements: call it in a task of its own, after jsPlumb has finished. */
  release(): void;
  destroy(): void;
}

const PORT = '[data-port]';

function start(surface: HTMLElement, placeOf: PlaceOf): BrowserJsPlumbInstance {
  const instance = newInstance({ container: surface, elementsDraggable: true, resizeObserver: false });
  // Ports match a selector, so that their number may change; our own hit test finds the end of a connection.
  instance.addSourceSelector(PORT, { endpoint: 'Blank', anchor: 'Center' });
  // jsPlumb supports neither a threshold nor a view that moves under the pointer: the gestures do.
  instance.setDragConstrainFunction((wanted, element) => placeOf(element) ?? wanted);
  instance.bind(INTERCEPT_BEFORE_DROP, () => false);
  return instance;
}

export function createAdapter(surface: HTMLElement, placeOf: PlaceOf): Adapter {
  const instance = start(surface, placeOf);
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
      // Elements that are still managed would be removed from the document.
      release();
      instance.destroy();
    },
  };
}
