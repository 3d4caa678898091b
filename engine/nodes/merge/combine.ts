// Ways to combine whole inputs: by position, every item with every other, or by fields that agree.
import type { Item } from '../../contract/run-data.ts';
import { type FieldPair, type Matches, matchItems } from '../_shared/match-items.ts';
import { pairTo } from '../../sdk/index.ts';
import { type ClashSettings, mergeParts, type Part, preferredInput } from './merge-json.ts';

type Inputs = readonly (readonly Item[])[];

const part = (inputs: Inputs, input: number, index: number): Part => ({ item: inputs[input]?.[index] as Item, index, input });

/** The first items of all inputs make the first item, and so on: as many as the shortest input has, or the longest with `includeUnpaired`. */
export function combineByPosition(inputs: Inputs, includeUnpaired: boolean, clash: ClashSettings): Item[] {
  const lengths = inputs.map((items) => items.length);
  const length = inputs.length === 0 ? 0 : includeUnpaired ? Math.max(...lengths) : Math.min(...lengths);
  return Array.from({ length }, (_, index) => {
    const present = inputs.flatMap((items, input) => (index < items.length ? [part(inputs, input, index)] : []));
    return mergeParts(present, clash);
  });
}

/**
 * Every item of each input with every item of the others. The last input changes fastest, or the one that wins clashes: its items
 * then follow each other in their order.
 */
export function combineAll(inputs: Inputs, clash: ClashSettings): Item[] {
  const winner = preferredInput(clash);
  const order = inputs.map((_, input) => input).filter((input) => input !== winner);
  if (winner !== undefined && winner < inputs.length) order.push(winner);
  let rows: (readonly Part[])[] = [[]];
  for (const input of order) {
    const items = inputs[input] as readonly Item[];
    rows = rows.flatMap((row) => items.map((_, index) => [...row, part(inputs, input, index)]));
  }
  if (inputs.length === 0) return [];
  const inOrder = (row: readonly Part[]): readonly Part[] => (winner === undefined ? row : row.toSorted((a, b) => a.input - b.input));
  return rows.map((row) => mergeParts(inOrder(row), clash));
}

type JoinMode = 'keepMatches' | 'keepNonMatches' | 'keepEverything' | 'enrichInput1' | 'enrichInput2';

export interface JoinSettings {
  readonly pairs: readonly FieldPair[];
  readonly mode: JoinMode;
  /** For matches and non-matches: which input's items leave the node, unchanged, or both. */
  readonly dataFrom: 'both' | 'input1' | 'input2';
  readonly fuzzy: boolean;
  readonly firstOnly: boolean;
  readonly clash: ClashSettings;
}

/** Joins two inputs by fields. Matched items come first, in the order of input 1, then those without a match. */
export function joinByFields(left: readonly Item[], right: readonly Item[], settings: JoinSettings): Item[] {
  const matches = matchItems(left, right, settings.pairs, settings);
  switch (settings.mode) {
    case 'keepNonMatches':
      return nonMatches(left, right, matches, settings.dataFrom);
    case 'keepEverything':
      return [...merged(left, right, matches, settings), ...lone(left, right, matches, settings, true, true)];
    case 'enrichInput1':
      return [...merged(left, right, matches, settings), ...lone(left, right, matches, settings, true, false)];
    case 'enrichInput2':
      return [...merged(left, right, matches, settings), ...lone(left, right, matches, settings, false, true)];
    default:
      return keptMatches(left, right, matches, settings);
  }
}

function keptMatches(left: readonly Item[], right: readonly Item[], matches: Matches, settings: JoinSettings): Item[] {
  if (settings.dataFrom === 'input1') return left.flatMap((item, index) => (hasMatch(matches, index) ? [pairTo(item, index)] : []));
  if (settings.dataFrom === 'input2') {
    const taken = new Set(matches.ofLeft.flat());
    return right.flatMap((item, index) => (taken.has(index) ? [pairTo(item, index, 1)] : []));
  }
  return merged(left, right, matches, settings);
}

const hasMatch = (matches: Matches, index: number): boolean => (matches.ofLeft[index] as readonly number[]).length > 0;

function merged(left: readonly Item[], right: readonly Item[], matches: Matches, { clash }: JoinSettings): Item[] {
  const output: Item[] = [];
  for (let index = 0; index < left.length; index++) {
    for (const match of matches.ofLeft[index] as readonly number[]) {
      output.push(
        mergeParts(
          [
            { item: left[index] as Item, index, input: 0 },
            { item: right[match] as Item, index: match, input: 1 },
          ],
          clash,
        ),
      );
    }
  }
  return output;
}

/** Items without a match, as they are but for the suffix that all fields get. */
function lone(
  left: readonly Item[],
  right: readonly Item[],
  matches: Matches,
  { clash }: JoinSettings,
  ofLeft: boolean,
  ofRight: boolean,
): Item[] {
  const alone = (item: Item, index: number, input: number): Item =>
    clash.resolve === 'addSuffix'
      ? { ...mergeParts([{ item, index, input }], clash), pairedItem: { item: index, input } }
      : pairTo(item, index, input);
  return [
    ...(ofLeft ? left.flatMap((item, index) => (hasMatch(matches, index) ? [] : [alone(item, index, 0)])) : []),
    ...(ofRight ? right.flatMap((item, index) => (matches.isRightMatched[index] === true ? [] : [alone(item, index, 1)])) : []),
  ];
}

function nonMatches(left: readonly Item[], right: readonly Item[], matches: Matches, dataFrom: JoinSettings['dataFrom']): Item[] {
  return [
    ...(dataFrom === 'input2' ? [] : left.flatMap((item, index) => (hasMatch(matches, index) ? [] : [pairTo(item, index)]))),
    ...(dataFrom === 'input1'
      ? []
      : right.flatMap((item, index) => (matches.isRightMatched[index] === true ? [] : [pairTo(item, index, 1)]))),
  ];
}
