// Inserts data from a pane into a parameter: by drag and drop, or by keyboard into the last used field.
import { useSyncExternalStore, type PointerEvent as ReactPointerEvent } from 'react';
import { codeOffsetAt } from '../code/index.ts';
import { saveStored, readStored } from '../../../lib/browser-storage.ts';
import { followPointer } from '../../../lib/follow-pointer.ts';

interface Mapped {
  /** Code that reads the value, without braces, such as `$json.total`. */
  readonly code: string;
  /** Shown beside the pointer. */
  readonly label: string;
}

/** Where dropped data goes within a field. */
export interface DropPlace {
  /** Offset in the field's text; undefined for its end. */
  readonly offset?: number | undefined;
  /** Whether the data replaces the field's value. */
  readonly isReplacing?: boolean;
}

interface DragState {
  readonly mapped: Mapped;
  readonly place: DropPlace;
  /** Position of the pointer in the viewport, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Path of the parameter under the pointer. */
  readonly over?: string;
}

type Take = (mapped: Mapped, place: DropPlace) => void;

const targets = new Map<string, Take>();
const listeners = new Set<() => void>();
let state: DragState | undefined;
let lastUsed: string | undefined;

function set(next: DragState | undefined): void {
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the current drag. */
export const useDrag = (): DragState | undefined => useSyncExternalStore(subscribe, () => state);

/** Returns whether a drag is in progress; renders only when that changes. */
export const useIsDragging = (): boolean => useSyncExternalStore(subscribe, () => state !== undefined);

/** Returns whether the pointer drags data over this parameter. */
export const useIsDropTarget = (path: string): boolean => useSyncExternalStore(subscribe, () => state?.over === path);

/** Registers a parameter as a drop target; its element must have `data-drop-path`. Returns a function that removes it. */
export function registerTarget(path: string, take: Take): () => void {
  targets.set(path, take);
  return () => {
    if (targets.get(path) === take) targets.delete(path);
  };
}

/** Records the last used field, into which data is inserted by keyboard. */
export function targetUsed(path: string): void {
  lastUsed = path;
}

/** Records a field that received the focus, perhaps only in passing, as the last used field unless one is recorded. */
export function targetPassed(path: string): void {
  if (lastUsed === undefined || !targets.has(lastUsed)) lastUsed = path;
}

/** Returns the offset of the caret in the text of a field, which it keeps without the focus. */
function caretOf(path: string | undefined): number | undefined {
  const target = [...document.querySelectorAll<HTMLElement>('[data-drop-path]')].find(({ dataset }) => dataset['dropPath'] === path);
  const field = target?.querySelector('textarea, input:not([type]), input[type="text"]');
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  // A field that never had the caret reports its beginning.
  return isField && !field.matches('.monaco-editor *') ? field.selectionStart || undefined : undefined;
}

/** Inserts data at the caret of the last used field; returns the field's path, or undefined if there is none. */
export function sendToLastUsed(mapped: Mapped): string | undefined {
  const take = lastUsed === undefined ? undefined : targets.get(lastUsed);
  if (take === undefined) return undefined;
  take(mapped, { offset: caretOf(lastUsed) });
  mappingLearned();
  return lastUsed;
}

const pathAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop-path]')?.dataset['dropPath'];

/** Returns the offset of the character at a point in the text of a field or code editor; undefined if there is none. */
function offsetAt(x: number, y: number): number | undefined {
  const inCode = codeOffsetAt(x, y);
  if (inCode !== undefined) return inCode;
  // Firefox and current Chromium; older browsers insert at the end.
  const caret = 'caretPositionFromPoint' in document ? document.caretPositionFromPoint(x, y) : null;
  const isField = caret?.offsetNode instanceof HTMLInputElement || caret?.offsetNode instanceof HTMLTextAreaElement;
  return isField ? caret.offset : undefined;
}

/** Starts a drag; called on pointerdown. Escape cancels it. */
export function startDrag({ clientX, clientY, button }: Pick<ReactPointerEvent, 'clientX' | 'clientY' | 'button'>, mapped: Mapped): void {
  if (button !== 0) return;
  followPointer(
    { clientX, clientY },
    {
      onMove: (event) => {
        const over = pathAt(event.clientX, event.clientY);
        const dropPlace = { offset: offsetAt(event.clientX, event.clientY), isReplacing: event.shiftKey };
        set({
          mapped,
          place: dropPlace,
          x: event.clientX,
          y: event.clientY,
          ...(over === undefined || !targets.has(over) ? {} : { over }),
        });
      },
      onDrop: (event) => {
        const dragged = state;
        set(undefined);
        if (dragged?.over === undefined) return;
        targets.get(dragged.over)?.(mapped, { ...dragged.place, isReplacing: event.shiftKey });
        mappingLearned();
      },
      onCancel: () => set(undefined),
    },
  );
}

const KEY = 'millrace.mapping.known';

/** Fallback without storage, until the page is closed. */
let isKnownHere = false;

/** Whether the user has mapped data before; then the hint is not shown. Stored in the browser. */
export const isMappingKnown = (): boolean => isKnownHere || readStored(KEY) === 'true';

function mappingLearned(): void {
  isKnownHere = !saveStored(KEY, 'true');
}
