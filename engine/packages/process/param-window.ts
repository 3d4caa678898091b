// Parameters with expressions, evaluated for many items at once, so that package code that reads them per item rarely crosses the border.
import { type ErrorData, toPublicErrorData } from '../../channel/errors.ts';
import { SLICE } from '../../sdk/slices.ts';
import type { DetachedContext } from '../../sdk/index.ts';
import type { PackedList } from './packed-form.ts';
import { packValues } from './packed-list.ts';
import type { ParamWindow } from './protocol.ts';

/** Maximum number of values in a window. */
const MOST_VALUES = 20_000;
/** Length of texts from which a window has no more items: expressions of many items can have the same large text, which crosses once for each. */
const MOST_TEXT = 4_000_000;
/** Number of items between two readings of the clock. */
const READ_CLOCK_EVERY = 16;
const UNEXTRACTED = { extractValue: false };

/** Returns a single value in a list. */
export const packedValue = (value: unknown): PackedList => packValues([value], 'The value');

interface Column {
  readonly name: string;
  readonly values: unknown[];
  readonly failures: [number, ErrorData][];
}

/**
 * Evaluates the parameters with these names for as many items as a time slice allows, but at least one: package code may not read them all. `items`:
 * number of items that the node has. An expression that fails does not end the work.
 */
export function paramWindow(node: DetachedContext, names: readonly string[], from: number, items: number): ParamWindow {
  const end = Math.max(from + 1, Math.min(items, from + Math.floor(MOST_VALUES / Math.max(1, names.length))));
  const deadline = performance.now() + SLICE;
  const columns = names.map((name): Column => ({ name, values: [], failures: [] }));
  let [index, textLength] = [from, 0];
  // The first item shows how large the values are.
  let step = 1;
  do {
    const to = Math.min(end, index + step);
    for (const column of columns) textLength += evaluate(node, column, index, to);
    index = to;
    step = textLength * READ_CLOCK_EVERY < MOST_TEXT * (index - from) ? READ_CLOCK_EVERY : 1;
  } while (index < end && textLength < MOST_TEXT && performance.now() <= deadline);
  return {
    from,
    count: index - from,
    values: Object.fromEntries(columns.map(({ name, values }) => [name, packValues(values, `The parameter "${name}"`)])),
    failures: Object.fromEntries(columns.filter(({ failures }) => failures.length > 0).map(({ name, failures }) => [name, failures])),
  };
}

/**
 * Adds the values of a parameter for the items from `from` up to `to`. Returns the length of the texts in them. A separate function, because V8
 * optimizes the short loop better.
 */
function evaluate(node: DetachedContext, { name, values, failures }: Column, from: number, to: number): number {
  let textLength = 0;
  for (let index = from; index < to; index++) {
    try {
      const value = node.param(name, index, undefined, UNEXTRACTED);
      values.push(value);
      if (typeof value === 'string') textLength += value.length;
      else if (typeof value === 'object' && value !== null) textLength += textIn(value, 0);
    } catch (error) {
      failures.push([values.push(undefined) - 1, toPublicErrorData(error)]);
    }
  }
  return textLength;
}

/** Depth of lists and objects in a parameter below which texts are not counted: few parameters are nested so deeply. */
const DEEPEST = 10;

function textIn(value: object, depth: number): number {
  let textLength = 0;
  for (const key in value) {
    const entry = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof entry === 'string') textLength += entry.length;
    else if (typeof entry === 'object' && entry !== null && depth < DEEPEST) textLength += textIn(entry, depth + 1);
  }
  return textLength;
}
