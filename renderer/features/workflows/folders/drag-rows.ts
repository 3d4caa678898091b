// Rows of the list that are dragged onto a folder: what is dragged, and the folder under the pointer.
import { useSyncExternalStore, type PointerEvent as ReactPointerEvent } from 'react';
import { followPointer } from '../../../lib/follow-pointer.ts';

interface RowDrag {
  /** Shown beside the pointer. */
  readonly label: string;
  /** Position of the pointer in the viewport, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Id of the folder under the pointer that takes the rows; empty for the top level. */
  readonly over?: string;
  /** Whether the rows cannot be moved to the folder under the pointer. */
  readonly isRefused: boolean;
}

interface RowsToDrag {
  readonly label: string;
  readonly accepts: (target: string) => boolean;
  /** Whether the target is the dragged folder itself. */
  readonly isOwn: (target: string) => boolean;
  readonly onDrop: (target: string) => void;
}

const listeners = new Set<() => void>();
let state: RowDrag | undefined;

function set(next: RowDrag | undefined): void {
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useRowDrag = (): RowDrag | undefined => useSyncExternalStore(subscribe, () => state);

/** Returns whether rows are dragged over this folder, which takes them. */
export const useIsOverFolder = (id: string): boolean => useSyncExternalStore(subscribe, () => state?.over === id);

const targetAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop-folder]')?.dataset['dropFolder'];

/** Parts of a row that a press acts on. */
const ownPress = 'input, label, [role="switch"], [role="checkbox"], .table-actions';

/** Starts a drag; called on pointerdown. Elements with `data-drop-folder` take the rows. */
export function startRowDrag(event: ReactPointerEvent, { label, accepts, isOwn, onDrop }: RowsToDrag): void {
  if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest(ownPress) !== null) return;
  followPointer(event, {
    onMove: ({ clientX, clientY }) => {
      const target = targetAt(clientX, clientY);
      const over = target !== undefined && accepts(target) ? target : undefined;
      const isRefused = target !== undefined && over === undefined && !isOwn(target);
      set({ label, x: clientX, y: clientY, isRefused, ...(over === undefined ? {} : { over }) });
    },
    onDrop: () => {
      const over = state?.over;
      set(undefined);
      ignoreClick();
      if (over !== undefined) onDrop(over);
    },
    onCancel: () => {
      set(undefined);
      addEventListener('pointerup', ignoreClick, { once: true });
    },
  });
}

/** The release after a drag is not a click on the row below. */
function ignoreClick(): void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, true));
}
