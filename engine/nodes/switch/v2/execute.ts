// Switch, version 2: an output for every rule.
import { routeItems, type ExecuteContext, type NodeOutput } from '../../../sdk/index.ts';
import { ruleSearch } from '../old-rules.ts';
import { outputCount, outputIndex } from '../output-index.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  if (ctx.param('mode', 0, 'rules') === 'expression') {
    const outputs = outputCount(ctx.param('outputsAmount', 0, 4));
    return routeItems(ctx, outputs, (_, index) => outputIndex(ctx.param('output', index), outputs, index));
  }
  const { count, firstMatch } = ruleSearch(ctx);
  return routeItems(ctx, count, (_, index) => {
    const match = firstMatch(index);
    if (match >= 0) return match;
    const fallback = ctx.param('fallbackOutput', index) ?? -1;
    return Number(fallback) === -1 ? null : outputIndex(fallback, count, index);
  });
}
