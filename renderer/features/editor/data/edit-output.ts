// What becomes of edited output: items to pin, or what is wrong with the text (spec 3 §5).
import type { Item } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { readPinnedText } from '../../../../engine/workflow/pin-data.ts';
import { pinned } from '../document/pinned.ts';

export const pinnedText = (file: WorkflowFile, id: string, text: string): ReturnType<typeof pinned> =>
  pinned(file, id, () => readPinnedText(text));

/** What is edited: the json of each item. */
export const textOfItems = (items: readonly Item[]): string =>
  JSON.stringify(items.length === 0 ? [{}] : items.map(({ json }) => json), undefined, 2);
