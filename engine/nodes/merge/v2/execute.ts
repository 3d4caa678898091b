// Merge 2 and 2.1: runs the mode.
import type { Item } from '../../../contract/run-data.ts';
import type { ExecuteContext } from '../../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { combineAll, combineByPosition } from '../combine.ts';
import { type CombineOptions, joinSettings, matchRows } from '../combine-settings.ts';
import { joinByFields } from '../join.ts';
import { clashSettings } from '../merge-json.ts';
import { append, chosenInput, emptyItem, executeOf } from '../whole-inputs.ts';

export const execute = executeOf(merged);

function merged(ctx: ExecuteContext, pace: Pace): SlicedWork<Item[]> {
  switch (ctx.param('mode', 0, 'append')) {
    case 'combine':
      return combine(ctx, pace);
    case 'chooseBranch':
      return chooseBranch(ctx, pace);
    default:
      return append(ctx, pace);
  }
}

function chooseBranch(ctx: ExecuteContext, pace: Pace): SlicedWork<Item[]> {
  const output = ctx.param('output', 0, 'input1');
  return output === 'empty' ? emptyItem(ctx, pace) : chosenInput(ctx, output === 'input2' ? 2 : 1, pace);
}

function combine(ctx: ExecuteContext, pace: Pace): SlicedWork<Item[]> {
  const inputs = [ctx.input(0), ctx.input(1)] as const;
  const options = ctx.param<CombineOptions>('options', 0, {});
  switch (ctx.param('combinationMode', 0, 'mergeByFields')) {
    case 'mergeByPosition':
      return combineByPosition(inputs, options.includeUnpaired === true, clashSettings(options), pace);
    case 'multiplex':
      return combineAll(inputs, clashSettings(options), pace);
    default:
      return joinByFields(inputs[0], inputs[1], joinSettings(ctx, matchRows(ctx), options), pace);
  }
}
