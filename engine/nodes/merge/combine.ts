// Combines whole inputs: by position, every item with every other, or by matching fields.
import type { Item } from '../../contract/run-data.ts';
import type { Pace, SlicedWork } from '../../sdk/slices.ts';
import { type ClashSettings, mergeParts, type Part, preferredInput } from './merge-json.ts';

type Inputs = readonly (readonly Item[])[];

const part = (inputs: Inputs, input: number, index: number): Part => ({ item: inputs[input]?.[index] as Item, index, input });

/**
 * Combines the first items of all inputs to the first item, and so on: as many as the shortest input has, or the longest with `includeUnpaired`.
 */
export function* combineByPosition(inputs: Inputs, includeUnpaired: boolean, clash: ClashSettings, pace: Pace): SlicedWork<Item[]> {
  const lengths = inputs.map((items) => items.length);
  const length = inputs.length === 0 ? 0 : includeUnpaired ? Math.max(...lengths) : Math.min(...lengths);
  const output: Item[] = [];
  for (let index = 0; index < length; index++) {
    const present = inputs.flatMap((items, input) => (index < items.length ? [part(inputs, input, index)] : []));
    output.push(mergeParts(present, clash));
    if (pace.isUsedUp()) yield;
  }
  return output;
}

/**
 * Combines every item of each input with every item of the other inputs. The last input, or the input that takes precedence in clashes, changes
 * fastest, so that its items follow each other in order.
 */
export function* combineAll(inputs: Inputs, clash: ClashSettings, pace: Pace): SlicedWork<Item[]> {
  if (inputs.length === 0 || inputs.some((items) => items.length === 0)) return [];
  const winner = preferredInput(clash);
  const fastestLast = inputs.map((_, input) => input).filter((input) => input !== winner);
  if (winner !== undefined && inputs[winner] !== undefined) fastestLast.push(winner);
  const positions = inputs.map(() => 0);
  const output: Item[] = [];
  do {
    output.push(mergeParts(positions.map((index, input) => part(inputs, input, index)), clash)); // oxfmt-ignore
    if (pace.isUsedUp()) yield;
  } while (advance(positions, inputs, fastestLast));
  return output;
}

/** Increments positions like a counter with several digits; returns false after the last combination. */
function advance(positions: number[], inputs: Inputs, fastestLast: readonly number[]): boolean {
  for (const input of fastestLast.toReversed()) {
    const next = (positions[input] as number) + 1;
    if (next < (inputs[input] as readonly Item[]).length) {
      positions[input] = next;
      return true;
    }
    positions[input] = 0;
  }
  return false;
}
