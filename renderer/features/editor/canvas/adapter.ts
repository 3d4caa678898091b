// The only importer of jsPlumb: it carries the mechanics of a drag, of nodes and of connections. What they come to is decided by the gestures.
// Elements are handed over when they are pressed and taken back when the gesture is over, so that a thousand others cost nothing.
import { INTERCEPT_BEFORE_DROP, newInstance, type BrowserJsPlumbInstance } from '@jsplumb/browser-ui';
import type { Point } from './canvas-model.ts';
import type { Rect } from './geometry.ts';

/** Where the upper left corner of an element that is being dragged belongs on the canvas. */
export type PlaceOf = (element: HTMLElement) => Point | undefined;

export interface Adapter {
  /** Lets jsPlumb take the press that follows on an element, which must be a child of the surface. */
  prepare(element: HTMLElement, rect: Rect, zoom: number): void;
  /** Ends what jsPlumb is doing. */
  abort(): void;
  /** Takes back its elements: call it when jsPlumb is through with them, in a task of its own. */
  release(): void;
  destroy(): void;
}

const PORT = '[data-port]';

function start(surface: HTMLElement, placeOf: PlaceOf): BrowserJsPlumbInstance {
  const instance = newInstance({ container: surface, elementsDraggable: true, resizeObserver: false });
  // Ports are known by a selector, so that their number may change; the end of a connection is found by our own hit test.
  instance.addSourceSelector(PORT, { endpoint: 'Blank', anchor: 'Center' });
  // jsPlumb knows neither the threshold nor a view that moves under the pointer: our gestures do.
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
    // jsPlumb cannot be told to give up; a button that goes up it understands.
    abort: () => void document.dispatchEvent(new MouseEvent('mouseup')),
    release,
    destroy() {
      // What is still managed would be removed from the document.
      release();
      instance.destroy();
    },
  };
}
