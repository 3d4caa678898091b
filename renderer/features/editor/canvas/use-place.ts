// Gives a node's or a note's element to the core as long as it stands in the document, and the focus if it was waited for.
import { useCallback } from 'react';
import { useCore } from './core-context.ts';

export function usePlace(id: string): (element: HTMLElement | null) => (() => void) | undefined {
  const core = useCore();
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      core.elements.set(id, element);
      // Where it is now may not be what the model says: it may be held by a gesture.
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
