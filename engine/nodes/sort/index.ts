// Sort: sorts items by fields or by code, or shuffles them.
import { defineNode, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { sortInput } from '../_shared/lists/sort-order.ts';
import { description } from './description.ts';

function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return sortInput(ctx);
}

export const sort = defineNode({ type: 'n8n-nodes-base.sort', icon: 'icon.svg', versions: [{ description, execute }] });
