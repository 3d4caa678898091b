// What becomes of edited output: items to pin with the files of those they were, or what is wrong with the text.
import type { Item } from '../../../../engine/contract/run-data.ts';
import { readPinnedText } from '../../../../engine/workflow/pin-data.ts';
import { readOrProblem, type PinProblem } from '../document/pinned.ts';

export interface EditedOutput {
  readonly items: readonly Item[];
  /** Items that had files and stand nowhere in what was written. */
  readonly left: number;
}

/**
 * The items of a text, with the files of `former`, the items that were edited: those of an item that is unchanged stay with it wherever it stands, those of
 * a changed one stay in its place as long as items neither came nor went.
 */
export function editedOutput(text: string, former: readonly Item[]): EditedOutput | PinProblem {
  const written = readOrProblem(() => readPinnedText(text));
  if ('reason' in written) return written;
  if (former.every(({ binary }) => binary === undefined)) return { items: written, left: 0 };
  const byJson = new Map<string, number[]>();
  former.forEach(({ json, binary }, at) => {
    if (binary === undefined) return;
    const key = JSON.stringify(json);
    byJson.set(key, [...(byJson.get(key) ?? []), at]);
  });
  const taken = written.map(({ json }) => byJson.get(JSON.stringify(json))?.shift());
  const used = new Set(taken);
  const isSameCount = written.length === former.length;
  const items = written.map((item, at): Item => {
    const from = taken[at] ?? (isSameCount && !used.has(at) ? at : undefined);
    const binary = item.binary ?? (from === undefined ? undefined : former[from]?.binary);
    if (from !== undefined) used.add(from);
    return binary === undefined ? item : { ...item, binary };
  });
  return { items, left: former.filter(({ binary }, at) => binary !== undefined && !used.has(at)).length };
}

/** What is edited: the json of each item. */
export const textOfItems = (items: readonly Item[]): string =>
  JSON.stringify(items.length === 0 ? [{}] : items.map(({ json }) => json), undefined, 2);
