// Turns edited output into items to pin, with the files of the original items.
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { readPinnedText } from '../../../../../engine/workflow/planning/pin-data.ts';
import { readOrProblem, type PinProblem } from '../../document/pinned.ts';
import { stringifyExactly } from '../../../../../engine/contract/exact-numbers.ts';

interface EditedOutput {
  readonly items: readonly Item[];
  /** Number of items with files that the edited text no longer contains. */
  readonly droppedFiles: number;
}

/**
 * Returns the items of the edited text. Files of the `former` items are kept: those of an unchanged item follow it to its new
 * position; those of a changed item stay at its index if the number of items is the same.
 */
export function editedOutput(text: string, former: readonly Item[]): EditedOutput | PinProblem {
  const written = readOrProblem(() => readPinnedText(text));
  if ('reason' in written) return written;
  if (former.every(({ binary }) => binary === undefined)) return { items: written, droppedFiles: 0 };
  const byJson = new Map<string, number[]>();
  former.forEach(({ json, binary }, at) => {
    if (binary === undefined) return;
    const key = stringifyExactly(json);
    byJson.set(key, [...(byJson.get(key) ?? []), at]);
  });
  const original = written.map(({ json }) => byJson.get(stringifyExactly(json))?.shift());
  const used = new Set(original);
  const isSameCount = written.length === former.length;
  const items = written.map((item, at): Item => {
    const from = original[at] ?? (isSameCount && !used.has(at) ? at : undefined);
    const binary = item.binary ?? (from === undefined ? undefined : former[from]?.binary);
    if (from !== undefined) used.add(from);
    return binary === undefined ? item : { ...item, binary };
  });
  return { items, droppedFiles: former.filter(({ binary }, at) => binary !== undefined && !used.has(at)).length };
}

/** Returns the json of the items as text for the editor. */
export const textOfItems = (items: readonly Item[]): string =>
  stringifyExactly(items.length === 0 ? [{}] : items.map(({ json }) => json), 2);
