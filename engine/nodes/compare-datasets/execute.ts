// Compare Datasets: pairs the items of the two inputs and sends each to one of four outputs.
import type { Item, PairedItem } from '../../contract/run-data.ts';
import { type ExecuteContext, NodeError, type NodeOutput, pairTo } from '../../sdk/index.ts';
import { fieldList } from '../_shared/field-list.ts';
import { fieldPath } from '../_shared/field-path.ts';
import { type FieldPair, matchItems } from '../_shared/match-items.ts';
import { type CompareSettings, differentVersion, isSame, sameVersion } from './compare-pair.ts';

interface Options {
  readonly fuzzyCompare?: boolean;
  readonly skipFields?: string;
  readonly disableDotNotation?: boolean;
  readonly multipleMatches?: 'first' | 'all';
}

export function execute(ctx: ExecuteContext): NodeOutput {
  const left = ctx.input(0);
  const right = ctx.input(1);
  const options = ctx.param<Options>('options', 0, {});
  const settings = settingsOf(ctx, options);
  const firstOnly = options.multipleMatches === 'first';
  const { ofLeft, isRightMatched } = matchItems(left, right, settings.match, {
    fuzzy: settings.fuzzy,
    emptyIsZero: settings.emptyIsZero,
    firstOnly,
  });
  const onlyLeft: Item[] = [];
  const same: Item[] = [];
  const different: Item[] = [];
  const taken = new Set<number>();
  left.forEach((item, index) => {
    const matches = ofLeft[index] as readonly number[];
    if (matches.length === 0) return onlyLeft.push(pairTo(item, index));
    // Of several items on the left with the same match, the first stands for all.
    if (firstOnly && taken.has(matches[0] as number)) return undefined;
    taken.add(matches[0] as number);
    let isSameFound = false;
    for (const match of matches) {
      const other = right[match] as Item;
      if (!isSame(item.json, other.json, settings)) {
        const files = settings.resolve === 'includeBoth' ? {} : filesOf(item, other, settings);
        different.push({ json: differentVersion(item.json, other.json, settings), ...files, pairedItem: pairOf(index, match) });
      } else if (!isSameFound) {
        isSameFound = true;
        same.push({
          json: sameVersion(item.json, other.json, settings),
          ...filesOf(item, other, settings),
          pairedItem: pairOf(index, match),
        });
      }
    }
    return undefined;
  });
  const onlyRight = right.flatMap((item, index) => (isRightMatched[index] === true ? [] : [pairTo(item, index, 1)]));
  return [onlyLeft, same, different, onlyRight];
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
    emptyIsZero: !isFirstVersion,
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
    throw new NodeError('The fields to match are not complete. Enter a field of each input in every row.', {
      code: 'PARAMETER_INVALID',
      parameter: 'mergeByFields',
    });
  }
  return pairs;
}
