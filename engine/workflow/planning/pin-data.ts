// Pinned data: what a node returns instead of running. Pins and unpins it, and enforces the limit of 12 MB per workflow.
import { AppError } from '../../contract/errors.ts';
import type { Item } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { isRecord, mapEntries, sameJson } from '../values/own-properties.ts';
import { parseExactly } from '../../contract/exact-numbers.ts';

/** Maximum size of all pinned data of a workflow, in bytes of its JSON (UTF-8). */
export const maxPinnedBytes = 12 * 1024 * 1024;

/** Returns the length of a text in UTF-8, in bytes. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four bytes, so each unit adds one more byte, as for U+0080 to U+07FF.
    bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/** Returns the size of the workflow's pinned data in bytes, optionally without that of one node. */
export function pinnedSize(pinData: WorkflowFile['pinData'], except?: string): number {
  if (!isRecord(pinData)) return 0;
  return Object.keys(pinData).reduce((sum, name) => (name === except ? sum : sum + utf8Length(JSON.stringify(pinData[name]) ?? '')), 0);
}

/** Converts any value to items: a single value becomes a list, and a plain object becomes the json of an item. */
function toPinnedItems(value: unknown): Item[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list.map((entry) => (isRecord(entry) && isRecord(entry['json']) ? (entry as unknown as Item) : ({ json: entry } as Item)));
}

/**
 * Returns a new file with these items pinned to the node. Throws AppError BAD_REQUEST (`reason: data-too-large`) beyond the limit, or
 * NODE_NOT_FOUND.
 */
export function pinNode(file: WorkflowFile, name: string, value: unknown): WorkflowFile {
  if (!file.nodes.some((node) => node.name === name)) {
    throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${name}" to pin data to.`, { params: { node: name } });
  }
  const items = toPinnedItems(value);
  const size = pinnedSize(file.pinData, name) + utf8Length(JSON.stringify(items));
  if (size > maxPinnedBytes) {
    throw new AppError(
      'BAD_REQUEST',
      `Output data is too large to pin: ${megabytes(size)} MB, and a workflow may hold ${megabytes(maxPinnedBytes)} MB.`,
      {
        params: { reason: 'data-too-large', node: name, size, limit: maxPinnedBytes },
        hint: 'Pin fewer items, or unpin other nodes first.',
      },
    );
  }
  const otherPins = isRecord(file.pinData) ? file.pinData : {};
  const pinData = Object.hasOwn(otherPins, name)
    ? mapEntries(otherPins, (key, old) => [key, key === name ? items : old])
    : { ...otherPins, [name]: items };
  return { ...file, pinData };
}

const megabytes = (bytes: number): string => String(Math.ceil((bytes / 1024 / 1024) * 10) / 10);

/** Returns a new file without the node's pinned data; the same file if it has none. */
export function unpinNode(file: WorkflowFile, name: string): WorkflowFile {
  if (!isRecord(file.pinData) || !Object.hasOwn(file.pinData, name)) return file;
  return { ...file, pinData: mapEntries(file.pinData, (key, items) => (key === name ? undefined : [key, items])) };
}

/** Returns the items pinned to a node, or undefined. */
export function pinnedItems(file: Pick<WorkflowFile, 'pinData'>, name: string): Item[] | undefined {
  if (!isRecord(file.pinData) || !Object.hasOwn(file.pinData, name)) return undefined;
  return toPinnedItems(file.pinData[name]);
}

/** Whether these are the items of a pin. Neither list is ever modified, so results are cached. */
export function isPinOf(pin: readonly unknown[], items: readonly Item[]): boolean {
  const cached = compared.get(pin);
  if (cached?.items === items) return cached.isSame;
  const isSame = pin.length === items.length && pin.every((entry, index) => isEntryOf(entry, items[index]));
  compared.set(pin, { items, isSame });
  return isSame;
}

const compared = new WeakMap<readonly unknown[], { readonly items: readonly Item[]; readonly isSame: boolean }>();

function isEntryOf(entry: unknown, item: Item | undefined): boolean {
  if (!isRecord(entry) || !isRecord(entry['json'])) return sameJson(entry, item?.json);
  return sameJson(entry['json'], item?.json) && sameJson(entry['binary'], item?.binary) && sameJson(entry['error'], item?.error);
}

/** Parses items from edited text. Throws AppError BAD_REQUEST (`reason: invalid-json`) with the reason and, if known, line and column. */
export function readPinnedText(text: string): Item[] {
  try {
    return toPinnedItems(parseExactly(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const offset = /at position (\d+)/.exec(reason)?.[1];
    const position = offset === undefined ? undefined : positionOf(text, Number(offset));
    const quote = /^\s*[[{,\s]*'/.test(text) || (offset !== undefined && text[Number(offset)] === "'");
    const cleaned = reason.replace(/\s*(?:in JSON )?at position \d+.*$/s, '');
    const what = quote ? 'Use double quotes ("): JSON does not allow single quotes' : cleaned.charAt(0).toUpperCase() + cleaned.slice(1);
    throw new AppError('BAD_REQUEST', position === undefined ? `${what}.` : `${what} (line ${position.line}, column ${position.column}).`, {
      params: { reason: 'invalid-json', ...position },
      cause: error,
    });
  }
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}
