// Which command the pressed keys mean. Fields keep their keys: only those with Ctrl get through to the editor from within them.
import type { Command } from './command.ts';

const isMac = /mac/i.test(navigator.userAgent);

/** Keys as they are written in commands: `Ctrl+Shift+Z`. Characters that need Shift stand for themselves (`?`, `+`). */
export function keysOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { readonly code?: string },
): string {
  // On a Mac, Alt types other characters.
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

/** Ctrl+Alt+N and Ctrl+N+Alt are the same. */
const normal = (keys: string): string =>
  keys
    .split(/\+(?=.)/)
    .toSorted()
    .join('+');

export function commandFor(event: KeyboardEvent, commands: readonly Command[]): Command | undefined {
  const pressed = normal(keysOf(event));
  return commands.find(({ keys = [] }) => keys.some((key) => normal(key) === pressed));
}

/** What floats over the editor without keeping one from it, as the list of tags: like a field, it lets keys with Ctrl through. */
export const overEditor = '[data-over-editor]';

/** Within a field, a dialog or a menu keys mean something else. */
export function isElsewhere(event: Pick<KeyboardEvent, 'target' | 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  const target = event.target as HTMLElement | null;
  if (target === null || typeof target.closest !== 'function') return false;
  const isOver = target.closest(overEditor) !== null;
  if (!isOver && target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return true;
  // Enter presses what has the focus.
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && target.closest('button, a, summary, [role="button"]') !== null)
    return true;
  const isField = isOver || target.closest('input, textarea, select, [contenteditable="true"]') !== null;
  return isField && !(event.ctrlKey || event.metaKey);
}
