// Data on its way from a pane to a parameter: dragged by pointer, or sent to the field that was used last, by keyboard.
import { useSyncExternalStore, type PointerEvent as ReactPointerEvent } from 'react';
import { mappingLearned } from './known.ts';

export interface Mapped {
  /** Code that reads the value, without brackets, such as `$json.total`. */
  readonly code: string;
  /** Shown beside the pointer. */
  readonly label: string;
}

export interface DragState {
  readonly mapped: Mapped;
  /** Pixels in the window. */
  readonly x: number;
  readonly y: number;
  /** Path of the parameter below the pointer. */
  readonly over?: string;
}

/** Pixels after which pressing is dragging. */
const THRESHOLD = 4;

const targets = new Map<string, (mapped: Mapped) => void>();
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

/** What is dragged now. */
export const useDrag = (): DragState | undefined => useSyncExternalStore(subscribe, () => state);

/** True while something is dragged: draws anew only when that changes. */
export const useIsDragging = (): boolean => useSyncExternalStore(subscribe, () => state !== undefined);

/** True while something is held above this parameter. */
export const useIsDropTarget = (path: string): boolean => useSyncExternalStore(subscribe, () => state?.over === path);

/** Makes a parameter take data; its element carries `data-drop-path`. Returns a function that ends it. */
export function registerTarget(path: string, take: (mapped: Mapped) => void): () => void {
  targets.set(path, take);
  return () => {
    if (targets.get(path) === take) targets.delete(path);
  };
}

/** Remembers the field that was used last: what is sent by keyboard goes there. */
export function targetUsed(path: string): void {
  lastUsed = path;
}

/** A field was come to, perhaps only passed on the way to the data: it counts while no other was used. */
export function targetPassed(path: string): void {
  if (lastUsed === undefined || !targets.has(lastUsed)) lastUsed = path;
}

/** Sends data to the field that was used last; returns its path, or undefined where there is none. */
export function sendToLastUsed(mapped: Mapped): string | undefined {
  const take = lastUsed === undefined ? undefined : targets.get(lastUsed);
  if (take === undefined) return undefined;
  take(mapped);
  mappingLearned();
  return lastUsed;
}

const pathAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop-path]')?.dataset['dropPath'];

/** Begins at pointer-down on what can be dragged. Escape ends it without effect. */
export function startDrag({ clientX, clientY, button }: Pick<ReactPointerEvent, 'clientX' | 'clientY' | 'button'>, mapped: Mapped): void {
  if (button !== 0) return;
  const move = (event: PointerEvent): void => {
    if (state === undefined && Math.hypot(event.clientX - clientX, event.clientY - clientY) < THRESHOLD) return;
    event.preventDefault();
    const over = pathAt(event.clientX, event.clientY);
    set({ mapped, x: event.clientX, y: event.clientY, ...(over === undefined || !targets.has(over) ? {} : { over }) });
  };
  // What lies on the way is not chosen as text.
  const keep = (event: Event): void => event.preventDefault();
  const end = (event: Event): void => {
    removeEventListener('pointermove', move);
    removeEventListener('selectstart', keep);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    removeEventListener('keydown', cancel, true);
    const over = state?.over;
    set(undefined);
    if (event.type !== 'pointerup' || over === undefined) return;
    targets.get(over)?.(mapped);
    mappingLearned();
  };
  const cancel = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || state === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    end(event);
  };
  addEventListener('pointermove', move);
  addEventListener('selectstart', keep);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  addEventListener('keydown', cancel, true);
}
