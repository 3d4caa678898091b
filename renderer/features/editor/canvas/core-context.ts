// Provides the core to the components of the canvas.
import { createContext, use, useCallback } from 'react';
import type { CanvasCore } from './core.ts';

export const CoreContext = createContext<CanvasCore | undefined>(undefined);

export function useCore(): CanvasCore {
  const core = use(CoreContext);
  if (core === undefined) throw new Error('This component must be inside a Canvas.');
  return core;
}

/** Registers the element of a node or note with the core while it is mounted, and focuses it if requested. */
export function usePlace(id: string): (element: HTMLElement | null) => (() => void) | undefined {
  const core = useCore();
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      core.elements.set(id, element);
      // Its current position may differ from the model's while a gesture holds it.
      const rect = core.scene.live.get(id);
      if (rect !== undefined) Object.assign(element.style, { left: `${rect.x}px`, top: `${rect.y}px` });
      core.showPlan(id, element);
      core.detail.show(id, element);
      if (core.wantsFocus === id) {
        core.wantsFocus = undefined;
        element.focus({ preventScroll: true });
      }
      return () => {
        if (core.elements.get(id) === element) core.elements.delete(id);
      };
    },
    [core, id],
  );
}
