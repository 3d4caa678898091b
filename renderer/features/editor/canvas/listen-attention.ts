// Tracks the hovered and the focused node. Listens on the document: elements removed while hovered or focused
// emit no leave event, and their node would keep its tools.
import type { CanvasCore } from './core.ts';

const nobody: ReadonlySet<string> = new Set();

export function listenToAttention(core: CanvasCore, stage: HTMLElement, signal: AbortSignal): void {
  const nodeAt = (target: EventTarget | null): ReadonlySet<string> => {
    if (!(target instanceof Element) || !stage.contains(target)) return nobody;
    const id = target.closest<HTMLElement>('[data-node]')?.dataset['node'];
    return id === undefined ? nobody : new Set([id]);
  };
  const { ownerDocument } = stage;
  ownerDocument.addEventListener('pointerover', ({ target }) => core.hovered.set(nodeAt(target)), { signal });
  ownerDocument.addEventListener('focusin', ({ target }) => core.holdsFocus.set(nodeAt(target)), { signal });
  ownerDocument.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget === null) core.holdsFocus.set(nobody);
    },
    { signal },
  );
  // The pointer has left the page.
  ownerDocument.documentElement.addEventListener('pointerleave', () => core.hovered.set(nobody), { signal });
  core.holdsFocus.set(nodeAt(ownerDocument.activeElement));
}
