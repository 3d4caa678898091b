// Sort: hands the items on in their new order.
import type { ExecuteContext, NodeOutput } from '../../sdk/index.ts';
import { sortInput } from '../_shared/sort-order.ts';

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return [await sortInput(ctx)];
}
