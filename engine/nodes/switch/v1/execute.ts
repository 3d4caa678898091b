// Switch, version 1: four outputs, each rule names its own.
import { routeItems, type ExecuteContext, type NodeOutput } from '../../../sdk/index.ts';
import { ruleSearch } from '../old-rules.ts';
import { outputIndex } from '../output-index.ts';

const outputs = 4;

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  if (ctx.param('mode', 0, 'rules') === 'expression') {
    return routeItems(ctx, outputs, (_, index) => outputIndex(ctx.param('output', index), outputs, index));
  }
  const { firstMatch } = ruleSearch(ctx);
  return routeItems(ctx, outputs, (_, index) => {
    const match = firstMatch(index);
    if (match >= 0) return outputIndex(ctx.param(`rules.rules[${match}].output`, index, 0), outputs, index);
    const fallback = ctx.param('fallbackOutput', index) ?? -1;
    return Number(fallback) === -1 ? null : outputIndex(fallback, outputs, index);
  });
}
