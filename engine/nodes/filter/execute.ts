// Filter: keeps the items that meet the conditions.
import { routeItems, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { conditionList } from '../_shared/conditions-v1.ts';
import { filterJudge } from '../_shared/filter-parameter.ts';

export function executeV1(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const holds = conditionList(ctx, 'conditions');
  return keep(ctx, (index) => holds(index, ctx.param('combineConditions', index, 'AND') === 'OR'));
}

export function executeV2(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return keep(ctx, filterJudge(ctx, 'conditions'));
}

/** If the node continues on failure, an item that cannot be evaluated does not meet the conditions. */
function keep(ctx: ExecuteContext, holds: (index: number) => boolean): NodeOutput | Promise<NodeOutput> {
  return routeItems(ctx, 1, (_, index) => {
    try {
      return holds(index) ? 0 : null;
    } catch (error) {
      if (!ctx.continueOnFail) throw error;
      return null;
    }
  });
}
