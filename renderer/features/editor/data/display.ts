// In which ways items can be shown, and which way is chosen when what they hold changes.
import type { Item } from '../../../../engine/contract/run-data.ts';
import { isRecord } from '../../../../engine/workflow/own-properties.ts';

export const DISPLAYS = ['table', 'json', 'schema', 'binary', 'html'] as const;
export type Display = (typeof DISPLAYS)[number];

export interface Content {
  readonly hasBinary: boolean;
  readonly hasJson: boolean;
  /** Key of a field that holds a page. */
  readonly htmlKey: string | undefined;
}

const page = /^\s*<(?:!doctype html|html|head|body|div|section|main|article|table|h[1-6]|p|ul|ol|style)\b/i;

/** What items hold. Looks at each once, and at most at one of its fields. */
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

/** The first field of an item that holds a page or part of one. */
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

export const isBinaryOnly = ({ hasBinary, hasJson }: Content): boolean => hasBinary && !hasJson;

export interface Chosen {
  readonly display: Display;
  /** What was shown last held files and nothing else. */
  readonly wasBinaryOnly: boolean;
}

/** After other items came: to the files where there is nothing else, and back to the table when they are gone. */
export function chosenFor(before: Chosen, content: Content): Chosen {
  const isBinary = isBinaryOnly(content);
  if (isBinary === before.wasBinaryOnly && (content.hasBinary || before.display !== 'binary')) return before;
  const display = isBinary ? 'binary' : before.display === 'binary' && !content.hasBinary ? 'table' : before.display;
  return { display, wasBinaryOnly: isBinary };
}

/** What is drawn: the choice where it applies, else the table. */
export const shownDisplay = ({ display }: Chosen, content: Content): Display => (displaysOf(content).includes(display) ? display : 'table');
