// Switch, versions 3 to 3.4: one output per rule, with rules that consist of conditions.
import { routeItems, type ExecuteContext, type NodeOutput } from '../../../sdk/index.ts';
import { filterJudge } from '../../_shared/filter-parameter.ts';
import { outputCount, outputIndex } from '../output-index.ts';

/** No output, an extra output after those of the rules, or the output with this index. */
type FallbackOutput = 'none' | 'extra' | number;

/** Whether a rule matches the item. */
type RuleTest = (itemIndex: number) => boolean;

/** Returns the output of the first matching rule (or of all matching rules), otherwise the fallback; null for none. */
function chooseOutputs(
  rules: readonly RuleTest[],
  itemIndex: number,
  toAll: boolean,
  fallback: FallbackOutput,
): number | readonly number[] | null {
  const matches: number[] = [];
  for (let output = 0; output < rules.length; output++) {
    if ((rules[output] as RuleTest)(itemIndex)) {
      if (!toAll) return output;
      matches.push(output);
    }
  }
  if (matches.length > 0) return matches;
  if (fallback === 'none') return null;
  return fallback === 'extra' ? rules.length : fallback;
}

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return ctx.param('mode', 0, 'rules') === 'expression' ? byExpression(ctx) : byRules(ctx);
}

function byExpression(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const outputs = outputCount(ctx.param('numberOutputs', 0, 4));
  return routeItems(ctx, outputs, (_, index) => outputIndex(ctx.param('output', index), outputs, index));
}

function byRules(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const written = ctx.param('rules.values', 0, undefined, { raw: true });
  const rules = (Array.isArray(written) ? written : []).map((_, at) => filterJudge(ctx, `rules.values[${at}].conditions`));
  const fallback = fallbackOf(ctx, rules.length);
  const toAll = ctx.param('options.allMatchingOutputs') === true;
  return routeItems(ctx, rules.length + (fallback === 'extra' ? 1 : 0), (_, index) => chooseOutputs(rules, index, toAll, fallback));
}

function fallbackOf(ctx: ExecuteContext, rules: number): FallbackOutput {
  const value = ctx.param('options.fallbackOutput') ?? 'none';
  if (value === 'extra') return 'extra';
  return value === 'none' || typeof value === 'boolean' || value === '' ? 'none' : outputIndex(value, rules, 0);
}
