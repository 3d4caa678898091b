// The keys of a table or a tree belong to the whole: its parts come and go with what is seen.
import { useRef, type FocusEvent } from 'react';

/** Leads the focus of a part that was clicked to the whole; `entered` is called when the whole itself was reached. */
export function useLedFocus(entered: () => void): (event: FocusEvent<HTMLElement>) => void {
  const isLed = useRef(false);
  return ({ target, currentTarget }) => {
    if (target === currentTarget) {
      if (!isLed.current) entered();
      return;
    }
    isLed.current = true;
    currentTarget.focus({ preventScroll: true });
    isLed.current = false;
  };
}
