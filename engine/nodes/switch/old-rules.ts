// Switch, versions 1 and 2: rules that compare one value with a value per rule.
import { routeItems, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { conditionTest, conditionValue, type ConditionType } from '../_shared/conditions-v1.ts';
import { exactParam } from '../_shared/exact-param.ts';
import { outputCount, outputIndex } from './output-index.ts';

const FOUR_OUTPUTS = 4;

/** Returns the index of the first rule that matches an item, or -1, and the number of rules. */
interface RuleSearch {
  readonly count: number;
  readonly firstMatch: (itemIndex: number) => number;
}

function ruleSearch(ctx: ExecuteContext): RuleSearch {
  const type = ctx.param<ConditionType>('dataType', 0, 'number');
  const written = ctx.param('rules.rules', 0, undefined, { raw: true });
  const rules = (Array.isArray(written) ? written : []).map((_, at) => {
    const operationPath = `rules.rules[${at}].operation`;
    const test = ctx.isParamConstant(operationPath) ? conditionTest(type, ctx.param(operationPath)) : undefined;
    return { operationPath, test, valuePath: `rules.rules[${at}].value2` };
  });
  return {
    count: rules.length,
    firstMatch: (itemIndex) => {
      const value1 = conditionValue(type, exactParam(ctx, 'value1', itemIndex));
      return rules.findIndex(({ operationPath, test, valuePath }) =>
        (test ?? conditionTest(type, ctx.param(operationPath, itemIndex)))(
          value1,
          conditionValue(type, exactParam(ctx, valuePath, itemIndex)),
        ),
      );
    },
  };
}

/** Version 1: four outputs; each rule sets its own. */
export function executeV1(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  if (ctx.param('mode', 0, 'rules') === 'expression') {
    return routeItems(ctx, FOUR_OUTPUTS, (_, index) => outputIndex(ctx.param('output', index), FOUR_OUTPUTS, index));
  }
  const { firstMatch } = ruleSearch(ctx);
  return routeItems(ctx, FOUR_OUTPUTS, (_, index) => {
    const match = firstMatch(index);
    if (match >= 0) return outputIndex(ctx.param(`rules.rules[${match}].output`, index, 0), FOUR_OUTPUTS, index);
    const fallback = ctx.param('fallbackOutput', index) ?? -1;
    return Number(fallback) === -1 ? null : outputIndex(fallback, FOUR_OUTPUTS, index);
  });
}

/** Version 2: one output per rule. */
export function executeV2(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  if (ctx.param('mode', 0, 'rules') === 'expression') {
    const outputs = outputCount(ctx.param('outputsAmount', 0, 4));
    return routeItems(ctx, outputs, (_, index) => outputIndex(ctx.param('output', index), outputs, index));
  }
  const { count, firstMatch } = ruleSearch(ctx);
  return routeItems(ctx, count, (_, index) => {
    const match = firstMatch(index);
    if (match >= 0) return match;
    const fallback = ctx.param('fallbackOutput', index) ?? -1;
    return Number(fallback) === -1 ? null : outputIndex(fallback, count, index);
  });
}
