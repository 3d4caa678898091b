// Model Selector: one of several models answers, by rules for each item.
import { defineNode, NodeError, type DetachedContext, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import type { PropertyOption } from '../../workflow/node-type.ts';
import { Attached } from '../_shared/ai/attached.ts';
import { filterJudge } from '../_shared/filter-parameter.ts';
import { description } from './description.ts';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const number = modelNumber(ctx, itemIndex);
  const attached = new Attached(ctx);
  return { ai_languageModel: await attached.modelAt(number - 1, itemIndex), close: () => attached.close() };
}

/** Returns the number of the model that the first matching rule names. */
function modelNumber(ctx: ExecuteContext, itemIndex: number): number {
  const written = ctx.param('rules.rule', 0, undefined, { raw: true });
  const count = Array.isArray(written) ? written.length : 0;
  for (let at = 0; at < count; at++) {
    if (filterJudge(ctx, `rules.rule[${at}].conditions`)(itemIndex)) return Number(ctx.param(`rules.rule[${at}].modelIndex`, itemIndex, 1));
  }
  throw new NodeError(`No rule of the node "${ctx.node.name}" matches item ${itemIndex}.`, {
    itemIndex,
    parameter: 'rules',
    hint: 'Add a rule without conditions at the end: it matches every item.',
  });
}

async function getModels(ctx: DetachedContext): Promise<readonly PropertyOption[]> {
  const count = Number(ctx.param('numberInputs', 0, 2));
  return Array.from({ length: count }, (_, index) => ({ name: `Model ${index + 1}`, value: index + 1 }));
}

export const modelSelector = defineNode({
  type: '@n8n/n8n-nodes-langchain.modelSelector',
  icon: 'icon.svg',
  versions: [{ description, supply, methods: { loadOptions: { getModels } } }],
});
