// Outputs every match that differs, but only the first of several equal ones.
import type { Item, PairedItem } from '../../contract/run-data.ts';
import { type ExecuteContext, NodeError, type NodeOutput, pairTo } from '../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { fieldList } from '../_shared/fields/fields-property.ts';
import { fieldPath } from '../_shared/fields/field-path.ts';
import { checkMatchFields, type FieldPair, matchInSlices } from '../_shared/match-items.ts';
import { type CompareSettings, differentVersion, isSame, sameVersion } from './compare-pair.ts';

interface Options {
  readonly fuzzyCompare?: boolean;
  readonly skipFields?: string;
  readonly disableDotNotation?: boolean;
  readonly multipleMatches?: 'first' | 'all';
}

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const options = ctx.param<Options>('options', 0, {});
  const settings = settingsOf(ctx, options);
  return workInSlices(ctx.signal, (pace) => compare(ctx.input(0), ctx.input(1), settings, options.multipleMatches === 'first', pace));
}

function* compare(
  left: readonly Item[],
  right: readonly Item[],
  settings: CompareSettings,
  firstOnly: boolean,
  pace: Pace,
): SlicedWork<NodeOutput> {
  if (settings.requiresFields) yield* checkMatchFields([left, right], settings.match, ['Input A', 'Input B'], pace);
  const { ofLeft, isRightMatched } = yield* matchInSlices(left, right, settings.match, { ...settings, firstOnly }, pace);
  const onlyLeft: Item[] = [];
  const onlyRight: Item[] = [];
  const verdicts: Verdicts = { same: [], different: [] };
  const usedIndexes = new Set<number>();
  for (const [index, item] of left.entries()) {
    const matches = ofLeft[index] as readonly number[];
    const first = matches[0];
    if (first === undefined) {
      onlyLeft.push(pairTo(item, index));
    } else {
      // If several left items equal one right item, the first of them represents all.
      const isCopy = firstOnly && isSame(item.json, (right[first] as Item).json, settings);
      if (!isCopy || !usedIndexes.has(first)) yield* compareMatches(item, index, matches, right, settings, verdicts, pace);
      if (isCopy) usedIndexes.add(first);
    }
    if (pace.isUsedUp()) yield;
  }
  yield* pace.each(right, (item, index) => {
    if (isRightMatched[index] !== true) onlyRight.push(pairTo(item, index, 1));
  });
  return [onlyLeft, verdicts.same, verdicts.different, onlyRight];
}

interface Verdicts {
  readonly same: Item[];
  readonly different: Item[];
}

/** Outputs every match that differs, but only the first of those that are equal. */
function* compareMatches(
  item: Item,
  index: number,
  matches: readonly number[],
  right: readonly Item[],
  settings: CompareSettings,
  { same, different }: Verdicts,
  pace: Pace,
): SlicedWork<void> {
  let isSameFound = false;
  for (const match of matches) {
    const other = right[match] as Item;
    const pairedItem = pairOf(index, match);
    if (!isSame(item.json, other.json, settings)) {
      const files = settings.resolve === 'includeBoth' ? {} : filesOf(item, other, settings);
      different.push({ json: differentVersion(item.json, other.json, settings), ...files, pairedItem });
    } else if (!isSameFound) {
      isSameFound = true;
      same.push({ json: sameVersion(item.json, other.json, settings), ...filesOf(item, other, settings), pairedItem });
    }
    if (pace.isUsedUp()) yield;
  }
}

const pairOf = (left: number, right: number): PairedItem[] => [{ item: left }, { item: right, input: 1 }];

function filesOf(left: Item, right: Item, { resolve, mixPrefers }: CompareSettings): Pick<Item, 'binary'> {
  const { binary } = resolve === 'preferInput2' || (resolve === 'mix' && mixPrefers === 'input2') ? right : left;
  return binary === undefined ? {} : { binary };
}

function settingsOf(ctx: ExecuteContext, options: Options): CompareSettings {
  const isFirstVersion = ctx.version < 2;
  const dotNotation = options.disableDotNotation !== true;
  const paths = (names: unknown): CompareSettings['skip'] => fieldList(names).map((name) => fieldPath(name, dotNotation));
  return {
    match: fieldsToMatch(ctx, dotNotation),
    skip: paths(options.skipFields),
    fuzzy: (isFirstVersion ? options.fuzzyCompare : ctx.param('fuzzyCompare', 0, false)) === true,
    nullIsZero: !isFirstVersion,
    // Later versions match nothing instead.
    requiresFields: ctx.version < 2.2,
    resolve: ctx.param<CompareSettings['resolve']>('resolve', 0, isFirstVersion ? 'preferInput2' : 'includeBoth'),
    mixPrefers: ctx.param<CompareSettings['mixPrefers']>('preferWhenMix', 0, 'input1'),
    mixExcept: paths(ctx.param('exceptWhenMix', 0, '')),
    labels: isFirstVersion ? ['input1', 'input2'] : ['inputA', 'inputB'],
  };
}

function fieldsToMatch(ctx: ExecuteContext, dotNotation: boolean): FieldPair[] {
  const rows = ctx.param<readonly { readonly field1?: string; readonly field2?: string }[]>('mergeByFields.values', 0, []);
  const pairs = rows.map((row) => ({ left: fieldPath(row.field1, dotNotation), right: fieldPath(row.field2, dotNotation) }));
  if (pairs.length === 0 || pairs.some((pair) => pair.left.name === '' || pair.right.name === '')) {
    throw new NodeError('The fields to match are incomplete. Enter a field of each input in every row.', {
      code: 'PARAMETER_INVALID',
      parameter: 'mergeByFields',
    });
  }
  return pairs;
}
