// Keys that belong to an input method, such as Enter while a Japanese word is composed.

/** Key code of keys that an input method handles. Safari has ended the composition when it reports the Enter that ended it. */
const HANDLED = 229;

/** Whether a key belongs to an input method. */
export const isComposing = ({ isComposing: isOpen, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isOpen || keyCode === HANDLED;

/**
 * Keeps keys of an input method from every handler of the page, so that none of them closes a field, takes a suggestion or runs a command. The
 * input method still gets them. Must be called before other listeners are added to the window. Returns a function that ends it.
 */
export function stopComposedKeys(target: EventTarget): () => void {
  const guard = (event: Event): void => {
    if (isComposing(event as KeyboardEvent)) event.stopImmediatePropagation();
  };
  const types = ['keydown', 'keypress', 'keyup'];
  for (const type of types) target.addEventListener(type, guard, { capture: true });
  return () => {
    for (const type of types) target.removeEventListener(type, guard, { capture: true });
  };
}
