// Gives the focus back to where it was when a part of the screen goes, unless it has gone elsewhere meanwhile.
import { useLayoutEffect } from 'react';

/** `otherwise` takes it where nothing had it before, or that is gone. */
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
    // What it was when the part came counts, not what is said later.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [panel]);
}
