// Sort: returns the items in their new order.
import type { ExecuteContext, NodeOutput } from '../../sdk/index.ts';
import { sortInput } from '../_shared/sort-order.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return sortInput(ctx);
}
