// Limit: keeps the start or the end of the list.
import { NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { stretchOf } from '../_shared/stretch.ts';
import { limitRange } from './limit-range.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const items = ctx.input();
  const maxItems = Number(ctx.param('maxItems'));
  if (!(maxItems >= 0)) {
    throw new NodeError('"Max Items" must be a number, 0 or more.', { code: 'PARAMETER_INVALID', parameter: 'maxItems' });
  }
  const [from, to] = limitRange(items.length, maxItems, ctx.param('keep', 0, 'firstItems'));
  return stretchOf(ctx, from, to);
}
