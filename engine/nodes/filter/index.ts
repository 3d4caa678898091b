// Filter: keeps the items that meet conditions.
import { defineNode, routeItems, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { conditionList } from '../_shared/conditions-v1.ts';
import { filterJudge } from '../_shared/filter-parameter.ts';
import { descriptionV1, descriptionV2 } from './description.ts';

function executeV1(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const isMet = conditionList(ctx, 'conditions');
  return filterItems(ctx, (index) => isMet(index, ctx.param('combineConditions', index, 'AND') === 'OR'));
}

function executeV2(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return filterItems(ctx, filterJudge(ctx, 'conditions'));
}

/** If the node continues on failure, an item that cannot be evaluated does not meet the conditions. */
function filterItems(ctx: ExecuteContext, isMet: (index: number) => boolean): NodeOutput | Promise<NodeOutput> {
  return routeItems(ctx, 1, (_, index) => {
    try {
      return isMet(index) ? 0 : null;
    } catch (error) {
      if (!ctx.continueOnFail) throw error;
      return null;
    }
  });
}

export const filter = defineNode({
  type: 'n8n-nodes-base.filter',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute: executeV1 },
    { description: descriptionV2, execute: executeV2 },
  ],
});
