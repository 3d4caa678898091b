// The keys of an event in one notation, on every keyboard layout.

const isMac = /mac/i.test(navigator.userAgent);

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { readonly code?: string };

/**
 * Returns the keys of an event, such as `Ctrl+Shift+Z`; on a Mac, Ctrl is the command key. Characters that need Shift are written without it (`?`,
 * `+`). Where the layout has no Latin letter or digit, the place of the key counts.
 */
export function keysOf(event: KeyPress): string {
  const placed = atPlace(event);
  const key = placed ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  const isDigit = /^\d$/.test(key);
  const isSign = key.length === 1 && !/[a-z]/i.test(key);
  const parts = [
    (isMac ? event.metaKey : event.ctrlKey) ? 'Ctrl' : '',
    // French keyboards have digits with Shift.
    event.shiftKey && !isSign && !isDigit ? 'Shift' : '',
    event.altKey ? 'Alt' : '',
    key,
  ];
  return parts.filter((part) => part !== '').join('+');
}

/** Returns the letter or digit at the place of the key on a Latin keyboard, if the typed character is neither or is changed by Alt. */
function atPlace({ key, code = '', altKey }: KeyPress): string | undefined {
  if (key.length !== 1) return undefined;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const isAscii = /^[ -~]$/.test(key);
  if (letter !== undefined) return altKey || !isAscii ? letter : undefined;
  return isAscii ? undefined : /^Digit(\d)$/.exec(code)?.[1];
}

/** Whether the keys save the open document. */
export const isSaveKey = (event: KeyPress): boolean => keysOf(event) === 'Ctrl+S';
