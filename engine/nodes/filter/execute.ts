// Filter: keeps the items that meet the conditions.
import { routeItems, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { conditionList } from '../_shared/conditions-v1.ts';
import { filterJudge } from '../_shared/filter-parameter.ts';

export function executeV1(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const holds = conditionList(ctx, 'conditions');
  return routeItems(ctx, 1, (_, index) => (holds(index, ctx.param('combineConditions', index, 'AND') === 'OR') ? 0 : null));
}

export function executeV2(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const holds = filterJudge(ctx, 'conditions');
  return routeItems(ctx, 1, (_, index) => (holds(index) ? 0 : null));
}
