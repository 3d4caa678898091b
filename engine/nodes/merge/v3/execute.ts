// Merge 3, 3.1 and 3.2: runs the mode.
import type { Item } from '../../../contract/run-data.ts';
import type { ExecuteContext, NodeOutput } from '../../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { fieldList } from '../../_shared/fields/fields-property.ts';
import { combineAll, combineByPosition } from '../combine.ts';
import { type CombineOptions, joinSettings, matchRows } from '../combine-settings.ts';
import { joinByFields } from '../join.ts';
import { clashSettings } from '../merge-json.ts';
import { combineBySql } from '../sql/run-query.ts';
import { append, chosenInput, emptyItem, executeOf } from '../whole-inputs.ts';

const mergeInSlices = executeOf(merged);

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  if (ctx.param('mode', 0, 'append') === 'combineBySql') return combineBySql(ctx).then((items) => [items]);
  return mergeInSlices(ctx);
}

function merged(ctx: ExecuteContext, pace: Pace): SlicedWork<Item[]> {
  switch (ctx.param('mode', 0, 'append')) {
    case 'combine':
      return combine(ctx, pace);
    case 'chooseBranch':
      return ctx.param('output', 0, 'specifiedInput') === 'empty'
        ? emptyItem(ctx, pace)
        : chosenInput(ctx, Number(ctx.param('useDataOfInput', 0) ?? 1), pace);
    default:
      return append(ctx, pace);
  }
}

function combine(ctx: ExecuteContext, pace: Pace): SlicedWork<Item[]> {
  const options = ctx.param<CombineOptions>('options', 0, {});
  switch (ctx.param('combineBy', 0, 'combineByFields')) {
    case 'combineByPosition':
      return combineByPosition(allInputs(ctx), options.includeUnpaired === true, clashSettings(options), pace);
    case 'combineAll':
      return combineAll(allInputs(ctx), clashSettings(options), pace);
    default:
      return joinByFields(ctx.input(0), ctx.input(1), joinSettings(ctx, namesToMatch(ctx), options), pace);
  }
}

/** Returns every connected input, including those without data. */
function allInputs(ctx: ExecuteContext): (readonly Item[])[] {
  return Array.from({ length: Math.max(2, ctx.inputs.length) }, (_, index) => ctx.input(index));
}

function namesToMatch(ctx: ExecuteContext): (readonly [string, string])[] {
  if (ctx.param('advanced', 0, false)) return matchRows(ctx);
  return fieldList(ctx.param('fieldsToMatchString', 0, '')).map((name) => [name, name]);
}
