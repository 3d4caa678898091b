// Moderation: whether a text is harmful.
import type { JsonObject } from '../../../contract/json.ts';
import { OptionValues } from '../../_shared/ai/models/option-values.ts';
import { isSimplified, requiredText, type Operation } from '../../_shared/ai/services/node-operations.ts';
import { serviceOf } from '../open-ai-service.ts';

export const classifyText: Operation = async (call) => {
  const { ctx, itemIndex } = call;
  const isStable = ctx.version < 2.1 && new OptionValues(ctx, itemIndex).flag('useStableModel') === true;
  const model = ctx.version < 2.1 ? (isStable ? 'text-moderation-stable' : 'text-moderation-latest') : 'omni-moderation-latest';
  const json = { model, input: requiredText(call, 'input', 'Text Input') };
  const { results } = await (await serviceOf(call)).json({ path: '/moderations', json });
  const [first = {}] = Array.isArray(results) ? (results as readonly JsonObject[]) : [];
  return { json: isSimplified(call, false) ? { flagged: first['flagged'] } : first };
};
