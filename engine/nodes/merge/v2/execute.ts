// Merge 2 and 2.1: picks the mode.
import type { Item } from '../../../contract/run-data.ts';
import type { ExecuteContext, NodeOutput } from '../../../sdk/index.ts';
import { combineAll, combineByPosition, joinByFields } from '../combine.ts';
import { type CombineOptions, joinSettings, matchRows } from '../combine-settings.ts';
import { clashSettings } from '../merge-json.ts';
import { append, chosenInput, emptyItem } from '../whole-inputs.ts';

export function execute(ctx: ExecuteContext): NodeOutput {
  switch (ctx.param('mode', 0, 'append')) {
    case 'combine':
      return [combine(ctx)];
    case 'chooseBranch':
      return [chooseBranch(ctx)];
    default:
      return [append(ctx)];
  }
}

function chooseBranch(ctx: ExecuteContext): Item[] {
  const output = ctx.param('output', 0, 'input1');
  return output === 'empty' ? [emptyItem(ctx)] : chosenInput(ctx, output === 'input2' ? 2 : 1);
}

function combine(ctx: ExecuteContext): Item[] {
  const inputs = [ctx.input(0), ctx.input(1)] as const;
  const options = ctx.param<CombineOptions>('options', 0, {});
  switch (ctx.param('combinationMode', 0, 'mergeByFields')) {
    case 'mergeByPosition':
      return combineByPosition(inputs, options.includeUnpaired === true, clashSettings(options));
    case 'multiplex':
      return combineAll(inputs, clashSettings(options));
    default:
      return joinByFields(inputs[0], inputs[1], joinSettings(ctx, matchRows(ctx), options));
  }
}
