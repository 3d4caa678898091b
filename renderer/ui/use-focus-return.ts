// Returns the focus when a part of the screen closes, unless it has moved elsewhere meanwhile.
import { useLayoutEffect } from 'react';

/** `otherwise` takes the focus if nothing had it before, or that element is gone. */
export function useFocusReturn(panel: { readonly current: HTMLElement | null }, otherwise?: () => void): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const own = panel.current;
    return () => {
      const isOurs = document.activeElement === document.body || own?.contains(document.activeElement) === true;
      if (!isOurs) return;
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus({ preventScroll: true });
      else otherwise?.();
    };
    // The value at mount counts, not later ones.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [panel]);
}
