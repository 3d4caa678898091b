// The displays of a pane: which are available for its items, and which one is chosen.
import { useSyncExternalStore } from 'react';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import type { Side } from '../open-node/index.ts';
import type { PageSize } from './pages.ts';

const DISPLAYS = ['table', 'json', 'schema', 'binary', 'html'] as const;
export type Display = (typeof DISPLAYS)[number];

export interface Content {
  readonly hasBinary: boolean;
  readonly hasJson: boolean;
  /** Key of a field that contains an HTML page. */
  readonly htmlKey: string | undefined;
}

const page = /^\s*<(?:!doctype html|html|head|body|div|section|main|article|table|h[1-6]|p|ul|ol|style)\b/i;

/** Returns what items contain. Reads at most one field of each item. */
export function contentOf(items: readonly Item[]): Content {
  let hasBinary = false;
  let hasJson = false;
  for (const { json, binary } of items) {
    if (!hasBinary && binary !== undefined) hasBinary = hasOwnKey(binary);
    if (!hasJson) hasJson = !isRecord(json) || hasOwnKey(json);
    if (hasBinary && hasJson) break;
  }
  return { hasBinary, hasJson, htmlKey: htmlKeyOf(items[0]) };
}

/** Returns the key of the first field that contains HTML. */
export function htmlKeyOf(item: Item | undefined): string | undefined {
  if (!isRecord(item?.json)) return undefined;
  return Object.keys(item.json).find((key) => {
    const value = (item.json as Record<string, unknown>)[key];
    return typeof value === 'string' && page.test(value);
  });
}

function hasOwnKey(value: object): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

export function displaysOf({ hasBinary, htmlKey }: Content): readonly Display[] {
  return DISPLAYS.filter((display) => (display === 'binary' ? hasBinary : display === 'html' ? htmlKey !== undefined : true));
}

const isBinaryOnly = ({ hasBinary, hasJson }: Content): boolean => hasBinary && !hasJson;

export interface Chosen {
  readonly display: Display;
  /** Whether the previous items contained only files. */
  readonly wasBinaryOnly: boolean;
}

/** Returns the choice for new items: `binary` if they contain only files, and back to the table once there are no files. */
export function chosenFor(before: Chosen, content: Content): Chosen {
  const isBinary = isBinaryOnly(content);
  if (isBinary === before.wasBinaryOnly && (content.hasBinary || before.display !== 'binary')) return before;
  const display = isBinary ? 'binary' : before.display === 'binary' && !content.hasBinary ? 'table' : before.display;
  return { display, wasBinaryOnly: isBinary };
}

/** Returns the chosen display if it is available, otherwise the table. */
export const effectiveDisplay = ({ display }: Chosen, content: Content): Display =>
  displaysOf(content).includes(display) ? display : 'table';

export interface PaneChoice {
  readonly chosen: Chosen;
  readonly pageSize: PageSize;
  /** Whether JSON is shown as text instead of a tree. */
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
