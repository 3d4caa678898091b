// Prepares a node's output for its successors: paired items, alwaysOutputData, and failed items on the error output.
import type { Item, ItemList, PairedItem } from '../contract/run-data.ts';
import { errorData, errorMessage, inSlices, mapInSlices, pairedWith, pairTo } from '../sdk/index.ts';
import type { CompiledNode } from './compiled-workflow.ts';
import type { NodeContext } from './node-context.ts';

type Lists = readonly ItemList[];

/** Passes the first input to the first output; each item is paired with itself. */
export function passThrough(inputs: Lists, signal: AbortSignal): Lists | Promise<Lists> {
  const items = inputs.find((list) => list !== null && list.length > 0) ?? inputs[0] ?? [];
  return after(
    mapInSlices(items, signal, (item, index) => pairTo(item, index)),
    (list) => [list],
  );
}

/** Adds `pairedItem` where it is unambiguous. If alwaysOutputData is on and the first output is empty, adds an empty item. */
export function finishOutputs(node: CompiledNode, outputs: Lists, inputs: Lists, signal: AbortSignal): Lists | Promise<Lists> {
  return after(withLineage(outputs, inputs, signal), (paired) => {
    if (node.node.alwaysOutputData !== true || (paired[0]?.length ?? 0) > 0) return paired;
    const pairedItem: PairedItem[] = (inputs[0] ?? []).map((_, item) => pairedWith(item));
    return [[{ json: {}, pairedItem }], ...paired.slice(1)];
  });
}

const lacksLineage = (items: ItemList): boolean => items?.some((item) => item.pairedItem === undefined) === true;

function withLineage(outputs: Lists, inputs: Lists, signal: AbortSignal): Lists | Promise<Lists> {
  if (!outputs.some(lacksLineage)) return outputs;
  const sources = inputs[0] ?? [];
  if (inputs.length > 1 || sources.length === 0) return outputs;
  // A single input item is the source of everything; a node's only item belongs to the first of several.
  const isOfFirst = (items: readonly Item[]): boolean => sources.length === 1 || (outputs.length === 1 && items.length === 1);
  return mapLists(outputs, (items) => {
    if (items === null || !lacksLineage(items) || (!isOfFirst(items) && sources.length !== items.length)) return items;
    const sourceOf = (index: number): PairedItem => pairedWith(isOfFirst(items) ? 0 : index);
    return mapInSlices(items, signal, (item, index) => (item.pairedItem === undefined ? { ...item, pairedItem: sourceOf(index) } : item));
  });
}

/** Lists are processed one after another, so that their time slices do not add up. */
function mapLists(
  lists: Lists,
  make: (items: ItemList) => ItemList | Promise<ItemList>,
  from = 0,
  itemLists: ItemList[] = [],
): Lists | Promise<Lists> {
  for (let index = from; index < lists.length; index++) {
    const list = make(lists[index] ?? null);
    if (list instanceof Promise) return list.then((settled) => mapLists(lists, make, index + 1, [...itemLists, settled]));
    itemLists.push(list);
  }
  return itemLists;
}

/** Returns the number of main outputs, without the error output. */
function outputCount(node: CompiledNode, context: NodeContext): number {
  const ports = node.description?.outputs ?? [];
  const list: unknown = typeof ports === 'string' ? context.evaluate(ports, 0) : ports;
  if (!Array.isArray(list)) return 1;
  return list.filter((port) => {
    const { type, category } = typeof port === 'string' ? { type: port, category: '' } : (port as { type?: string; category?: string });
    return (type === undefined || type === 'main') && category !== 'error';
  }).length;
}

/**
 * Moves failed items from all outputs to the error output, which comes after the regular ones. Each has the json of the input item it derives
 * from (the first, if there are several), and under `error` the error object of the node, or the message if there is none.
 */
export function withErrorOutput(node: CompiledNode, outputs: Lists, context: NodeContext): Lists | Promise<Lists> {
  const regular = Array.from({ length: outputCount(node, context) }, (_, index) => outputs[index] ?? []);
  const errors: Item[] = [];
  const saved = mapLists(regular, (items) => {
    if (items === null || !items.some(isFailed)) return items;
    const fine: Item[] = [];
    const sort = (item: Item): void => void (isFailed(item) ? errors.push(withInput(item, context)) : fine.push(item));
    return after(
      inSlices(items.length, context.signal, (index) => sort(items[index] as Item)),
      () => fine,
    );
  });
  return after(saved, (lists) => [...lists, errors]);
}

/** Returns the outputs of a node that failed as a whole: every input item on the error output, with the message. */
export function allFailed(node: CompiledNode, context: NodeContext, error: unknown): Lists | Promise<Lists> {
  const message = errorMessage(errorData(error));
  const regular = Array.from({ length: outputCount(node, context) }, (): ItemList => []);
  const errors = mapInSlices(context.input(), context.signal, (item, index) => ({
    ...item,
    json: { ...item.json, error: message },
    pairedItem: pairedWith(index),
  }));
  return after(errors, (items) => [...regular, items]);
}

/** Whether an item failed: it is marked as failed, or its json has no fields but an error and its message. */
function isFailed(item: Item): boolean {
  if (item.error !== undefined) return true;
  if (item.json['error'] === undefined) return false;
  const keys = Object.keys(item.json);
  return keys.length === 1 || (keys.length === 2 && item.json['message'] !== undefined);
}

function withInput(item: Item, context: NodeContext): Item {
  const index = sourceIndex(item);
  const input = index === undefined ? undefined : context.input()[index];
  // A field of this name beside others is data of the input.
  const isDescribed = item.error === undefined || (item.json['error'] !== undefined && Object.keys(item.json).length === 1);
  const json = isDescribed ? item.json : { ...item.json, error: errorMessage(item.error) };
  return { ...item, json: input === undefined ? json : { ...input.json, ...json } };
}

function sourceIndex({ pairedItem }: Item): number | undefined {
  if (typeof pairedItem === 'number') return pairedItem;
  const single = (Array.isArray(pairedItem) ? pairedItem[0] : pairedItem) as number | PairedItem | undefined;
  return typeof single === 'number' ? single : single?.item;
}

/** Applies `use` to a value: immediately, or once its promise resolves. */
export function after<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
