// Where the focus goes when a part of the screen closes.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Returns an element and those around it that can have the focus, from the inside out. */
function focusableAround(element: Element | null): readonly HTMLElement[] {
  const focusable: HTMLElement[] = [];
  for (let each = element; each !== null && each !== document.body; each = each.parentElement) {
    if (each instanceof HTMLElement && (each === element || each.matches('[tabindex]'))) focusable.push(each);
  }
  return focusable;
}

/**
 * Returns the popup's `finalFocus`: the element that had the focus when the dialog opened, or what is left around it, unless the focus has left the
 * dialog meanwhile.
 * Base UI records that element too late if the dialog's content focuses itself.
 */
export function useFocusBefore(isOpen: boolean, popup: { readonly current: HTMLElement | null }): () => HTMLElement | boolean {
  const before = useRef<readonly HTMLElement[]>([]);
  const wasOpen = useRef(false);
  if (isOpen && !wasOpen.current) before.current = focusableAround(document.activeElement);
  wasOpen.current = isOpen;
  const elementBefore = (): HTMLElement | undefined => before.current.find((element) => element.isConnected);
  // Base UI does not return the focus if the dialog is unmounted while open.
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (wasOpen.current && isLost) elementBefore()?.focus({ preventScroll: true });
    },
    [],
  );
  return () => {
    const focused = document.activeElement;
    const isOurs = focused === null || focused === document.body || popup.current?.contains(focused) === true;
    return isOurs ? (elementBefore() ?? true) : false;
  };
}

/** Returns the focus when the part closes, unless it has moved elsewhere meanwhile. `otherwise` takes the focus if nothing had it before, or that element is gone. */
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

/** Moves the focus to the part when the focused element in it is removed, such as the card of a deleted entry. */
export function useRetainedFocus(part: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const own = part.current;
    if (own === null) return undefined;
    let focused: EventTarget | null = null;
    const note = ({ target }: FocusEvent): void => void (focused = target);
    const observer = new MutationObserver(() => {
      if ((focused as Element | null)?.isConnected === false && document.activeElement === document.body)
        own.focus({ preventScroll: true });
    });
    own.addEventListener('focusin', note);
    observer.observe(own, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      own.removeEventListener('focusin', note);
    };
  }, [part]);
}

interface OpenedDialog {
  readonly isOpen: boolean;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: () => void;
  readonly close: () => void;
}

/** The state of a dialog; closing it returns the focus to its button. */
export function useDialog(): OpenedDialog {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    button,
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false);
      // Waits until the dialog, which traps the focus, is unmounted.
      requestAnimationFrame(() => requestAnimationFrame(() => button.current?.focus()));
    },
  };
}
