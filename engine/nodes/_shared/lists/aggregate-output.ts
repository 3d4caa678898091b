// Creates the combined item from the parameters of aggregate-properties.ts.
import type { Item } from '../../../contract/run-data.ts';
import type { ExecuteContext } from '../../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import {
  aggregateFields,
  type AggregateSettings,
  aggregateWhole,
  pairAllInSlices,
  collectFiles,
  type FieldToAggregate,
  type WholeItems,
} from './aggregate-items.ts';
import { fieldList } from '../fields/fields-property.ts';
import type { FieldTracker } from '../fields/field-tracker.ts';
import { textOf } from '../text-of.ts';

interface Options {
  readonly disableDotNotation?: boolean;
  readonly mergeLists?: boolean;
  readonly includeBinaries?: boolean;
  readonly keepOnlyUnique?: boolean;
  readonly keepMissing?: boolean;
}

interface FieldRow {
  readonly fieldToAggregate?: string;
  readonly renameField?: boolean;
  readonly outputFieldName?: string;
}

/** Combines all items of input 0 into one. */
export function* aggregateInput(ctx: ExecuteContext, tracker: FieldTracker, pace: Pace): SlicedWork<Item> {
  const items = ctx.input();
  const options = ctx.param<Options>('options', 0, {});
  const json =
    ctx.param('aggregate', 0, 'aggregateIndividualFields') === 'aggregateAllItemData'
      ? yield* aggregateWhole(items, ctx.param('destinationFieldName', 0, 'data'), wholeItems(ctx), pace)
      : yield* aggregateFields(items, fieldsOf(ctx), settingsOf(options), tracker, pace);
  const binary = options.includeBinaries === true ? yield* collectFiles(items, options.keepOnlyUnique === true, pace) : undefined;
  const pairedItem = yield* pairAllInSlices(items, pace);
  return binary === undefined ? { json, pairedItem } : { json, binary, pairedItem };
}

function settingsOf(options: Options): AggregateSettings {
  return {
    dotNotation: options.disableDotNotation !== true,
    mergeLists: options.mergeLists === true,
    keepMissing: options.keepMissing === true,
  };
}

function fieldsOf(ctx: ExecuteContext): FieldToAggregate[] {
  const rows = ctx.param<readonly FieldRow[]>('fieldsToAggregate.fieldToAggregate', 0, []);
  return rows.map((row) => ({
    field: textOf(row.fieldToAggregate),
    output: row.renameField === true ? row.outputFieldName : undefined,
  }));
}

function wholeItems(ctx: ExecuteContext): WholeItems {
  const include = ctx.param<WholeItems['include']>('include', 0, 'allFields');
  const names = include === 'allFields' ? '' : ctx.param(include === 'specifiedFields' ? 'fieldsToInclude' : 'fieldsToExclude', 0, '');
  return { include, fields: fieldList(names) };
}
