// Guardrails: checks texts, and sends them to the output Pass or Fail, or replaces what is found by placeholders.
import type { Item } from '../../contract/run-data.ts';
import { defineNode, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { withAttached, type Attached } from '../_shared/ai/attached.ts';
import { routeInBatches } from '../_shared/ai/batches.ts';
import { textParameter } from '../_shared/ai/parsing/ask-for-data.ts';
import { description } from './description.ts';
import { withPlaceholders } from './findings.ts';
import { keywordChecks, localChecks, type LocalCheck } from './local-checks.ts';
import { checkByModel, DEFAULT_SYSTEM_MESSAGE, promptOfCheck, type CheckResult, type ModelCheck } from './model-checks.ts';

const execute = (ctx: ExecuteContext): Promise<NodeOutput> => {
  const count = ctx.ports('outputs').length;
  return withAttached(ctx, (attached) => routeInBatches(ctx, count, (item, itemIndex) => check(ctx, attached, item, itemIndex)));
};

async function check(ctx: ExecuteContext, attached: Attached, item: Item, itemIndex: number): Promise<{ output: number; item: Item }[]> {
  const text = textParameter(ctx, 'text', itemIndex);
  const found = localChecks(ctx, itemIndex, text);
  const results = found.map((local) => resultOf(local));
  const routed = (output: number, guardrailsInput: string, checks: readonly CheckResult[]): { output: number; item: Item }[] => [
    { output, item: { json: { guardrailsInput, checks }, ...(item.binary === undefined ? {} : { binary: item.binary }) } },
  ];
  if (ctx.param('operation', itemIndex, 'classify') === 'sanitize') {
    const findings = found.flatMap((local) => local.findings);
    return routed(PASS, withPlaceholders(text, findings), results);
  }
  if (results.some(({ triggered }) => triggered)) return routed(FAIL, text, violationsOf(results));
  const later = keywordChecks(ctx, itemIndex, text).map((local) => resultOf(local));
  // What is a violation anyway is not sent to the model.
  if (!later.some(({ triggered }) => triggered)) later.push(...(await modelResults(ctx, attached, itemIndex, text)));
  return later.some(({ triggered }) => triggered) ? routed(FAIL, text, violationsOf(later)) : routed(PASS, text, [...results, ...later]);
}

const PASS = 0;
const FAIL = 1;

const violationsOf = (results: readonly CheckResult[]): readonly CheckResult[] => results.filter(({ triggered }) => triggered);

const resultOf = ({ name, findings, info }: LocalCheck): CheckResult => ({ name, triggered: findings.length > 0, info });

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
