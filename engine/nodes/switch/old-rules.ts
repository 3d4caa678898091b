// Rules of versions 1 and 2 of Switch: a value compared with one value per rule.
import type { ExecuteContext } from '../../sdk/index.ts';
import { conditionTest, conditionValue, type ConditionType } from '../_shared/conditions-v1.ts';

/** Returns the index of the first rule that matches an item, or -1, and the number of rules. */
export interface RuleSearch {
  readonly count: number;
  readonly firstMatch: (itemIndex: number) => number;
}

export function ruleSearch(ctx: ExecuteContext): RuleSearch {
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
      const value1 = conditionValue(type, ctx.param('value1', itemIndex));
      return rules.findIndex(({ operationPath, test, valuePath }) =>
        (test ?? conditionTest(type, ctx.param(operationPath, itemIndex)))(value1, conditionValue(type, ctx.param(valuePath, itemIndex))),
      );
    },
  };
}
