// How each pane shows its data: kept while the editor is open, so that the next node is shown the same way.
import { useSyncExternalStore } from 'react';
import type { Chosen } from './display.ts';
import type { PageSize } from './pages.ts';

export type Side = 'input' | 'output';

export interface PaneChoice {
  readonly chosen: Chosen;
  readonly pageSize: PageSize;
  /** JSON as a tree, or as text. */
  readonly isText: boolean;
}

const first: PaneChoice = { chosen: { display: 'table', wasBinaryOnly: false }, pageSize: 10, isText: false };
const choices: Record<Side, PaneChoice> = { input: first, output: first };
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePaneChoice = (side: Side): PaneChoice => useSyncExternalStore(subscribe, () => choices[side]);

export function choose(side: Side, change: Partial<PaneChoice>): void {
  choices[side] = { ...choices[side], ...change };
  for (const listener of listeners) listener();
}

/** As when the editor is opened. */
export function forgetChoices(): void {
  choose('input', first);
  choose('output', first);
}
