// The state of a dialog; closing it returns the focus to its button.
import { useRef, useState, type RefObject } from 'react';

interface OpenedDialog {
  readonly isOpen: boolean;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: () => void;
  readonly close: () => void;
}

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
