// Guardrails: checks texts, and sends them to the output Pass or Fail, or replaces what is found by placeholders.
import type { Item } from '../../contract/run-data.ts';
import { defineNode, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { withAttached, type Attached } from '../_shared/ai/attached.ts';
import { routeInBatches } from '../_shared/ai/batches.ts';
import { textParameter } from '../_shared/ai/parsing/ask-for-data.ts';
import { description } from './description.ts';
import { byKind, withPlaceholders } from './findings.ts';
import { localChecks, type LocalCheck } from './local-checks.ts';
import { checkByModel, DEFAULT_SYSTEM_MESSAGE, promptOfCheck, type CheckResult, type ModelCheck } from './model-checks.ts';

const execute = (ctx: ExecuteContext): Promise<NodeOutput> => {
  const count = ctx.ports('outputs').length;
  return withAttached(ctx, (attached) => routeInBatches(ctx, count, (item, itemIndex) => check(ctx, attached, item, itemIndex)));
};

async function check(ctx: ExecuteContext, attached: Attached, item: Item, itemIndex: number): Promise<{ output: number; item: Item }[]> {
  const text = textParameter(ctx, 'text', itemIndex);
  const found = localChecks(ctx, itemIndex, text);
  const results: CheckResult[] = found.map((local) => resultOf(local));
  const files = item.binary === undefined ? {} : { binary: item.binary };
  if (ctx.param('operation', itemIndex, 'classify') === 'sanitize') {
    const guardrailsInput = withPlaceholders(
      text,
      found.flatMap(({ findings }) => findings),
    );
    return [{ output: 0, item: { json: { guardrailsInput, checks: results }, ...files } }];
  }
  // What is a violation anyway is not sent to the model.
  if (!results.some(({ triggered }) => triggered)) results.push(...(await modelResults(ctx, attached, itemIndex, text)));
  const output = results.some(({ triggered }) => triggered) ? 1 : 0;
  return [{ output, item: { json: { guardrailsInput: text, checks: results }, ...files } }];
}

/** Secrets are not repeated. */
function resultOf({ name, findings }: LocalCheck): CheckResult {
  if (findings.length === 0) return { name, triggered: false };
  return { name, triggered: true, info: name === 'secretKeys' ? { count: findings.length } : { found: byKind(findings) } };
}

async function modelResults(ctx: ExecuteContext, attached: Attached, itemIndex: number, text: string): Promise<readonly CheckResult[]> {
  const checks = modelChecks(ctx, itemIndex);
  if (checks.length === 0) return [];
  const model = await attached.model(itemIndex);
  const systemMessage = ctx.param('systemMessage', itemIndex, DEFAULT_SYSTEM_MESSAGE);
  return Promise.all(checks.map((each) => checkByModel(ctx, model, text, each, systemMessage)));
}

const THRESHOLD = 0.7;

function modelChecks(ctx: ExecuteContext, itemIndex: number): readonly ModelCheck[] {
  const checks: ModelCheck[] = [];
  for (const name of ['jailbreak', 'nsfw', 'topicalAlignment'] as const) {
    const path = `guardrails.${name}`;
    if (ctx.param(path, itemIndex) === undefined) continue;
    const prompt = ctx.param(`${path}.value.prompt`, itemIndex, promptOfCheck[name]);
    checks.push({ name, prompt, threshold: ctx.param(`${path}.value.threshold`, itemIndex, THRESHOLD) });
  }
  const custom = ctx.param<readonly Partial<ModelCheck>[]>('guardrails.custom.guardrail', itemIndex, []);
  for (const { name = 'custom', prompt = '', threshold = THRESHOLD } of Array.isArray(custom)
    ? (custom as readonly Partial<ModelCheck>[])
    : [])
    checks.push({ name, prompt, threshold });
  return checks;
}

export const guardrails = defineNode({
  type: '@n8n/n8n-nodes-langchain.guardrails',
  icon: 'icon.svg',
  defaultVersion: 2,
  versions: [{ description, execute }],
});
