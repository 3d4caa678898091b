// Maps pressed keys to commands. Fields keep their keys: only keys with Ctrl reach the editor from within them.
import type { Command } from './command.ts';

const isMac = /mac/i.test(navigator.userAgent);

/** Returns the keys of an event in the notation of commands: `Ctrl+Shift+Z`. Characters that need Shift are written without it (`?`, `+`). */
export function keysOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { readonly code?: string },
): string {
  // On a Mac, Alt changes the typed character.
  const letter = event.altKey ? /^Key([A-Z])$/.exec(event.code ?? '')?.[1] : undefined;
  const key = letter ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  const isSign = letter === undefined && event.key.length === 1 && !/[a-z0-9]/i.test(event.key);
  const parts = [
    (isMac ? event.metaKey : event.ctrlKey) ? 'Ctrl' : '',
    event.shiftKey && !isSign ? 'Shift' : '',
    event.altKey ? 'Alt' : '',
    key,
  ];
  return parts.filter((part) => part !== '').join('+');
}

/** Normalizes the order: Ctrl+Alt+N equals Ctrl+N+Alt. */
const normal = (keys: string): string =>
  keys
    .split(/\+(?=.)/)
    .toSorted()
    .join('+');

export function commandFor(event: KeyboardEvent, commands: readonly Command[]): Command | undefined {
  const pressed = normal(keysOf(event));
  return commands.find(({ keys = [] }) => keys.some((key) => normal(key) === pressed));
}

/** Elements that float over the editor without blocking it, such as the list of tags. Like a field, they pass on keys with Ctrl. */
export const overEditor = '[data-over-editor]';

/** Whether the key belongs to a field, dialog or menu, which use keys themselves. */
export function isElsewhere(event: Pick<KeyboardEvent, 'target' | 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  const target = event.target as HTMLElement | null;
  if (target === null || typeof target.closest !== 'function') return false;
  const isOver = target.closest(overEditor) !== null;
  if (!isOver && target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return true;
  // Enter presses the focused element.
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && target.closest('button, a, summary, [role="button"]') !== null)
    return true;
  const isField = isOver || target.closest('input, textarea, select, [contenteditable="true"]') !== null;
  return isField && !(event.ctrlKey || event.metaKey);
}
