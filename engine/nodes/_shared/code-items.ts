// Converts the return value of user code to items: validated, wrapped, and paired with their source.
import type { JsonObject } from '../../contract/json.ts';
import type { BinaryEntry, Item, PairedItem } from '../../contract/run-data.ts';
import { mapInSlices, NodeError, pairedWith, type ExecuteContext } from '../../sdk/index.ts';
import { restoreTexts } from '../../contract/exact-values.ts';
import { normalizeItems } from '../../workflow/planning/items.ts';

const topLevelKeys = new Set(['json', 'binary', 'pairedItem', 'error', 'index', 'evaluationData', 'redaction']);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Converts the return value of code that ran once for all items: a list of items or plain objects, a single one, or null for none. */
export async function itemsFromAll(ctx: ExecuteContext, value: unknown): Promise<readonly Item[]> {
  if (value === null) return [];
  if (typeof value !== 'object' || value instanceof Date) {
    throw new NodeError("Code doesn't return items properly", {
      description: 'Please return an array of objects, one for each item you would like to output.',
      hint: 'return [{ json: { … } }]',
    });
  }
  const list = (Array.isArray(value) ? value : [value]) as readonly unknown[];
  const faulty = list.findIndex((entry) => !isObject(entry));
  if (faulty >= 0) {
    throw new NodeError(`Code doesn't return items properly [item ${faulty}]`, {
      description: 'Please return an array of objects, one for each item you would like to output.',
      itemIndex: faulty,
    });
  }
  // If there is a single input item, all results are paired with it.
  const pairedItem = ctx.input().length === 1 ? pairedWith(0) : undefined;
  return mapInSlices(normalizeItems(list), ctx.signal, (item, index) => {
    const outputItem = checked(item, index, pairedItem);
    for (const source of sourcesOf(outputItem)) restoreTexts(outputItem.json, ctx.input()[source]?.json);
    return outputItem;
  });
}

/** Returns the indexes of the items of the first input that an item is paired with. */
function sourcesOf({ pairedItem }: Item): readonly number[] {
  if (pairedItem === undefined) return [];
  return [pairedItem].flat().flatMap((pair) => (typeof pair === 'number' ? [pair] : (pair.input ?? 0) === 0 ? [pair.item] : []));
}

/** Converts the return value of code that ran for one item, `source`; undefined if it returned nothing. */
export function itemFromEach(value: unknown, index: number, source: Item | undefined): Item | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) || !isObject(value)) {
    const got = Array.isArray(value) ? 'an array' : `a value of the type ${typeof value}`;
    throw new NodeError(`Code doesn't return a single object [item ${index}]`, {
      description: `${got[0]?.toUpperCase()}${got.slice(1)} was returned. Return one object for the item, or run the code once for all items.`,
      itemIndex: index,
    });
  }
  const outputItem = checked(normalizeItems(value)[0] as Item, index);
  restoreTexts(outputItem.json, source?.json);
  return outputItem;
}

function checked(item: Item, index: number, lineage?: PairedItem): Item {
  if (!isObject(item.json)) {
    throw new NodeError(`A 'json' property isn't an object [item ${index}]`, {
      description: "In the returned data, every key named 'json' must point to an object.",
      itemIndex: index,
    });
  }
  if (item.binary !== undefined && !isObject(item.binary)) {
    throw new NodeError(`A 'binary' property isn't an object [item ${index}]`, {
      description: "In the returned data, every key named 'binary' must point to an object.",
      itemIndex: index,
    });
  }
  const unknown = unknownKey(item);
  if (unknown !== undefined) {
    throw new NodeError(`Unknown top-level item key: ${unknown} [item ${index}]`, {
      description: "Access the properties of an item under 'json': item.json.name.",
      itemIndex: index,
    });
  }
  const pairedItem = item.pairedItem ?? lineage;
  if (item.binary === undefined) return pairedItem === undefined ? { json: item.json } : { json: item.json, pairedItem };
  return { json: item.json, ...files(item.binary), ...(pairedItem === undefined ? {} : { pairedItem }) };
}

function unknownKey(item: Item): string | undefined {
  for (const key in item) if (!topLevelKeys.has(key)) return key;
  return undefined;
}

function files(binary: Item['binary']): { binary?: { readonly [property: string]: BinaryEntry } } {
  return binary === undefined || Object.keys(binary).length === 0 ? {} : { binary };
}
