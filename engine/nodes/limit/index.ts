// Limit: keeps the first or last items.
import { defineNode, NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { itemRange, limitRange } from '../_shared/pass-through.ts';
import { description } from './description.ts';

function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const items = ctx.input();
  const maxItems = Number(ctx.param('maxItems'));
  if (!(maxItems >= 0)) {
    throw new NodeError('"Max Items" must be a number, 0 or more.', { code: 'PARAMETER_INVALID', parameter: 'maxItems' });
  }
  const [from, to] = limitRange(items.length, maxItems, ctx.param('keep', 0, 'firstItems'));
  return itemRange(ctx, from, to);
}

export const limit = defineNode({ type: 'n8n-nodes-base.limit', icon: 'icon.svg', versions: [{ description, execute }] });
