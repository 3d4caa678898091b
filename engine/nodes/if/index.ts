// If: routes items to two branches.
import { defineNode, routeItems, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { conditionList } from '../_shared/conditions-v1.ts';
import { filterJudge } from '../_shared/filter-parameter.ts';
import { descriptionV1, descriptionV2 } from './description.ts';

function executeV1(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const isMet = conditionList(ctx, 'conditions');
  return branch(ctx, (index) => isMet(index, ctx.param('combineOperation', index, 'all') === 'any'));
}

function executeV2(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return branch(ctx, filterJudge(ctx, 'conditions'));
}

function branch(ctx: ExecuteContext, isMet: (index: number) => boolean): NodeOutput | Promise<NodeOutput> {
  return routeItems(ctx, 2, (_, index) => {
    try {
      return isMet(index) ? 0 : 1;
    } catch (error) {
      if (!ctx.continueOnFail) throw error;
      // An item that cannot be evaluated does not meet the conditions.
      return 1;
    }
  });
}

export const ifNode = defineNode({
  type: 'n8n-nodes-base.if',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute: executeV1 },
    { description: descriptionV2, execute: executeV2 },
  ],
});
