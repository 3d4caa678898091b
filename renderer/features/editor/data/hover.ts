// The item under the pointer: the other pane marks what it stems from, or what was made of it.
import { useSyncExternalStore } from 'react';
import type { ItemPlace } from './lineage.ts';
import type { Side } from './pane-choice.ts';

export interface Hovered {
  readonly side: Side;
  readonly place: ItemPlace;
}

let hovered: Hovered | undefined;
const listeners = new Set<() => void>();

export function hover(next: Hovered | undefined): void {
  if (next?.side === hovered?.side && next?.place.item === hovered?.place.item) return;
  hovered = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useHovered = (): Hovered | undefined => useSyncExternalStore(subscribe, () => hovered);
