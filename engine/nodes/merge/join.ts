// Joins two inputs by matching fields, like a database.
import type { Item } from '../../contract/run-data.ts';
import { pairTo } from '../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../sdk/slices.ts';
import { checkMatchFields, type FieldPair, joinedOnRight, type Matches, matchInSlices } from '../_shared/match-items.ts';
import { type ClashSettings, mergeParts } from './merge-json.ts';

type JoinMode = 'keepMatches' | 'keepNonMatches' | 'keepEverything' | 'enrichInput1' | 'enrichInput2';

export interface JoinSettings {
  readonly pairs: readonly FieldPair[];
  readonly mode: JoinMode;
  /** Whether matches and non-matches contain data of both inputs, or items of only one input, unchanged. */
  readonly dataFrom: 'both' | 'input1' | 'input2';
  readonly fuzzy: boolean;
  readonly firstOnly: boolean;
  /** Whether it is an error if none of an input's items has a field to match. */
  readonly requiresFields: boolean;
  readonly clash: ClashSettings;
}

interface Join {
  readonly inputs: readonly [left: readonly Item[], right: readonly Item[]];
  readonly matches: Matches;
  readonly settings: JoinSettings;
  readonly output: Item[];
  readonly pace: Pace;
}

type Make = (item: Item, index: number, input: number) => Item;

/** Joins two inputs by fields. Matched items come first, in the order of input 1, followed by those without a match. */
export function* joinByFields(left: readonly Item[], right: readonly Item[], settings: JoinSettings, pace: Pace): SlicedWork<Item[]> {
  if (settings.requiresFields) yield* checkMatchFields([left, right], settings.pairs, ['Input 1', 'Input 2'], pace);
  const matches = yield* matchInSlices(left, right, settings.pairs, settings, pace);
  const join: Join = { inputs: [left, right], matches, settings, output: [], pace };
  const { mode, dataFrom } = settings;
  switch (mode) {
    case 'keepNonMatches':
      if (dataFrom !== 'input2') yield* addLone(join, 0, dataFrom === 'input1' ? pairTo : withSource);
      if (dataFrom !== 'input1') yield* addLone(join, 1, dataFrom === 'input2' ? pairTo : withSource);
      break;
    case 'keepEverything':
    case 'enrichInput1':
    case 'enrichInput2':
      yield* addMerged(join);
      if (mode !== 'enrichInput2') yield* addLone(join, 0, aloneBeside(settings.clash));
      if (mode !== 'enrichInput1') yield* addLone(join, 1, aloneBeside(settings.clash));
      break;
    default:
      yield* addMatches(join);
  }
  return join.output;
}

function* addMatches(join: Join): SlicedWork<void> {
  const { matches, settings } = join;
  if (settings.dataFrom === 'input1') {
    yield* addWhere(join, 0, (index) => hasMatch(matches, index), pairTo);
  } else if (settings.dataFrom === 'input2') {
    yield* addWhere(join, 1, (index) => matches.isRightMatched[index] === true, pairTo);
  } else {
    yield* addMerged(join);
  }
}

const hasMatch = (matches: Matches, index: number): boolean => (matches.ofLeft[index] as readonly number[]).length > 0;

function* addMerged({ inputs: [left, right], matches, settings, output, pace }: Join): SlicedWork<void> {
  const add = (index: number, match: number): void => {
    const parts = [
      { item: left[index] as Item, index, input: 0 },
      { item: right[match] as Item, index: match, input: 1 },
    ];
    output.push(mergeParts(parts, settings.clash));
  };
  for (const [index, matched] of matches.ofLeft.entries()) {
    for (const match of matched) {
      add(index, match);
      if (pace.isUsedUp()) yield;
    }
    if (pace.isUsedUp()) yield;
  }
}

/** Returns a function for items without a match next to merged ones: unchanged except for the suffix that all fields get. */
function aloneBeside(clash: ClashSettings): Make {
  if (clash.resolve !== 'addSuffix') return pairTo;
  return (item, index, input) => ({ ...mergeParts([{ item, index, input }], clash), pairedItem: { item: index, input } });
}

/** Adds the field `_source` with the name of the input, if items of both inputs are listed together. */
function withSource(item: Item, index: number, input: number): Item {
  return pairTo({ ...item, json: { ...item.json, _source: `input${input + 1}` } }, index, input);
}

/** Adds the items of one input that are joined with no item of the other. */
function* addLone(join: Join, input: 0 | 1, make: Make): SlicedWork<void> {
  const { matches, pace } = join;
  if (input === 0) return yield* addWhere(join, 0, (index) => !hasMatch(matches, index), make);
  const isJoined = yield* joinedOnRight(matches, pace);
  return yield* addWhere(join, 1, (index) => isJoined[index] !== true, make);
}

function* addWhere({ inputs, output, pace }: Join, input: 0 | 1, isRequested: (index: number) => boolean, make: Make): SlicedWork<void> {
  yield* pace.each(inputs[input], (item, index) => {
    if (isRequested(index)) output.push(make(item, index, input));
  });
}
