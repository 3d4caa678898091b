// Finds the item of an earlier node from which the current item derives, by following pairedItem from run to run.
import type { Item, PairedItem, TaskSource } from '../../contract/run-data.ts';
import { connectedOutput, isConnected, itemsOf, outputsOf, pinnedItems, requireNode, runsOf } from './node-output.ts';
import { noPairedItem, noPathBack, notExecuted, pinnedAside, severalMatches, wrongPairedItem } from './reference-errors.ts';
import type { Scope } from './scope.ts';

/** A position on the way back: an item of one output of one run of a node. */
interface Place {
  readonly node: string;
  readonly output: number;
  readonly run: number;
  readonly index: number;
  /** Node to mention in the error if the item does not exist. */
  readonly by: string;
}

/** Maximum number of positions visited. */
const PLACE_LIMIT = 200_000;

/**
 * Returns the item of `node` from which input item `itemIndex` of the current node derives. If the items of the current node are not paired (a
 * preview, a trigger), returns the item with the same index. Throws if the pairing is broken, ends, or leads to several items.
 */
export function pairedItem(scope: Scope, node: string, itemIndex: number): Item | undefined {
  const isPinned = pinnedItems(scope, node) !== undefined;
  if (!isConnected(scope, node)) throw isPinned ? pinnedAside(node) : noPathBack(node);
  if (runsOf(scope, node).length === 0 && !isPinned) throw notExecuted(node);
  const start = startOf(scope, itemIndex);
  if (start === undefined || runsOf(scope, node).length === 0) return itemsOf(scope, node, connectedOutput(scope, node))[itemIndex];
  return follow(scope, start, node);
}

/** Returns the item in `node` with which an item is paired, given its source run and its own pairing: `$getPairedItem(node, source, paired)`. */
export function pairedItemFrom(scope: Scope, node: string, source: unknown, paired: unknown): Item | undefined {
  requireNode(scope, node);
  if (runsOf(scope, node).length === 0 && pinnedItems(scope, node) === undefined) throw notExecuted(node);
  const { previousNode, previousNodeOutput, previousNodeRun } = (source ?? {}) as Partial<TaskSource>;
  if (typeof previousNode !== 'string') throw noPathBack(node);
  const index = typeof paired === 'number' ? paired : Number((paired as Partial<PairedItem> | null | undefined)?.item ?? 0);
  const from = { previousNode, previousNodeOutput: Number(previousNodeOutput ?? 0), previousNodeRun: Number(previousNodeRun ?? 0) };
  return follow(scope, positionOf(from, index, previousNode), node);
}

/** Returns where to start for an input item: the item of the source node. */
function startOf(scope: Scope, itemIndex: number): Place | undefined {
  const { sources, inputs } = scope.view;
  const input = sources[0] === null || sources[0] === undefined ? sources.findIndex((source) => source !== null) : 0;
  const source = sources[input];
  if (source === null || source === undefined) return undefined;
  const item = inputs[input]?.[itemIndex];
  const overwrite = isPaired(item?.pairedItem) ? item.pairedItem.sourceOverwrite : undefined;
  return overwrite !== undefined && isPaired(item?.pairedItem)
    ? positionOf(overwrite, item.pairedItem.item, scope.view.node.name)
    : positionOf(source, itemIndex, source.previousNode);
}

function isPaired(value: Item['pairedItem']): value is PairedItem {
  return typeof value === 'object' && !Array.isArray(value);
}

function positionOf(source: TaskSource, index: number, by: string): Place {
  return { node: source.previousNode, output: source.previousNodeOutput ?? 0, run: source.previousNodeRun ?? 0, index, by };
}

/** Follows a single branch directly; several branches are followed breadth first, with each position visited once. */
function follow(scope: Scope, start: Place, target: string): Item | undefined {
  let positions: readonly Place[] = [start];
  const seen = new Set<string>();
  let looked = 0;
  let match: Item | undefined;
  let failure: Error | undefined;
  while (positions.length > 0) {
    const next: Place[] = [];
    for (const position of positions) {
      if (++looked > PLACE_LIMIT) throw wrongPairedItem(position.by);
      const item = itemAt(scope, position);
      if (item === undefined) failure ??= wrongPairedItem(position.by);
      else if (position.node === target) {
        if (match !== undefined && match !== item) throw severalMatches(target);
        match = item;
      } else {
        const origins = originsOf(scope, position, item);
        if (origins instanceof Error) failure ??= origins;
        else for (const origin of origins) if (isNew(origin, seen, origins.length > 1 || positions.length > 1)) next.push(origin);
      }
    }
    positions = next;
  }
  if (match !== undefined) return match;
  throw failure ?? (pinnedItems(scope, target) === undefined ? noPathBack(target) : pinnedAside(target));
}

/** Whether a position is new. Positions of a single branch are not recorded, since only corrupt data could repeat them. */
function isNew(position: Place, seen: Set<string>, isBranched: boolean): boolean {
  if (!isBranched) return true;
  const key = `${position.run}:${position.output}:${position.index}:${position.node}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function itemAt(scope: Scope, position: Place): Item | undefined {
  const task = runsOf(scope, position.node)[position.run];
  return task === undefined ? undefined : (outputsOf(task)[position.output]?.[position.index] ?? undefined);
}

/** Returns the positions from which an item derives; empty if its node had no input. Throws if the item is not paired. */
function originsOf(scope: Scope, position: Place, item: Item): readonly Place[] | Error {
  const sources = runsOf(scope, position.node)[position.run]?.source ?? [];
  if (sources.every((source) => source === null || source === undefined)) return [];
  const paired = item.pairedItem;
  if (paired === undefined || paired === null) return noPairedItem(position.node, pinnedItems(scope, position.node) !== undefined);
  const list = (Array.isArray(paired) ? paired : [paired]) as readonly (number | PairedItem)[];
  const origins: Place[] = [];
  for (const entry of list) {
    const {
      item: index,
      input,
      sourceOverwrite,
    } = typeof entry === 'number' ? { item: entry, input: 0, sourceOverwrite: undefined } : entry;
    const source = sourceOverwrite ?? sources[input ?? 0] ?? sources.find((other) => other !== null && other !== undefined);
    if (source !== undefined && source !== null) origins.push(positionOf(source, index, position.node));
  }
  return origins;
}
