// Maps pressed keys to commands. Fields keep their keys: only keys with Ctrl reach the editor from within them.
import { keysOf } from '../../../lib/keys.ts';
import type { Command } from './command.ts';

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
