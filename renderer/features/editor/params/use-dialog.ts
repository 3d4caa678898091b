// A dialog that a button opens: the button has the focus again when it is closed.
import { useRef, useState, type RefObject } from 'react';

export interface OpenedDialog {
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
      // Once the dialog is gone, which holds the focus within it.
      requestAnimationFrame(() => requestAnimationFrame(() => button.current?.focus()));
    },
  };
}
