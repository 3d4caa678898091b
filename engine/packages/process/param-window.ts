// Parameters with expressions, evaluated for many items at once, so that package code that reads them per item rarely crosses the border.
import { SLICE } from '../../sdk/slices.ts';
import type { StandingContext } from '../../sdk/index.ts';
import { packList } from './packed-list.ts';
import type { FailureData, ParamWindow } from './protocol.ts';
import { failureOf } from './returned-data.ts';

/** Maximum number of values in a window. */
const MOST_VALUES = 20_000;
/** Number of items between two readings of the clock. */
const READ_CLOCK_EVERY = 16;
const UNEXTRACTED = { extractValue: false };

interface Column {
  readonly name: string;
  readonly values: unknown[];
  readonly failures: [number, FailureData][];
}

/**
 * Evaluates the parameters with these names for as many items as a time slice allows, but at least one: package code may not read them all. `items`:
 * number of items that the node has. An expression that fails does not end the work.
 */
export function paramWindow(node: StandingContext, names: readonly string[], from: number, items: number): ParamWindow {
  const end = Math.max(from + 1, Math.min(items, from + Math.floor(MOST_VALUES / Math.max(1, names.length))));
  const deadline = performance.now() + SLICE;
  const columns = names.map((name): Column => ({ name, values: [], failures: [] }));
  let index = from;
  do {
    const to = Math.min(end, index + READ_CLOCK_EVERY);
    for (const column of columns) evaluate(node, column, index, to);
    index = to;
  } while (index < end && performance.now() <= deadline);
  return {
    from,
    count: index - from,
    values: Object.fromEntries(columns.map(({ name, values }) => [name, packList(values, `The parameter "${name}"`)])),
    failures: Object.fromEntries(columns.filter(({ failures }) => failures.length > 0).map(({ name, failures }) => [name, failures])),
  };
}

/** Adds the values of a parameter for the items from `from` up to `to`. A separate function, because V8 optimizes the short loop better. */
function evaluate(node: StandingContext, { name, values, failures }: Column, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    try {
      values.push(node.param(name, index, undefined, UNEXTRACTED));
    } catch (error) {
      failures.push([values.push(undefined) - 1, failureOf(error)]);
    }
  }
}
