// Parameters of the nodes that sort texts into categories.
import { NodeError, type ExecuteContext } from '../../../sdk/index.ts';
import type { NodeProperty } from '../../../workflow/node-type.ts';

export const inputText = (description: string): NodeProperty => ({
  displayName: 'Text to Analyze',
  name: 'inputText',
  type: 'string',
  default: '',
  required: true,
  description,
  typeOptions: { rows: 2 },
});

/** Returns the system message. `value`: the default. */
export const systemPrompt = (value: string, description: string): NodeProperty => ({
  displayName: 'System Prompt Template',
  name: 'systemPromptTemplate',
  type: 'string',
  default: value,
  description,
  typeOptions: { rows: 6 },
});

export const enableAutoFixing: NodeProperty = {
  displayName: 'Enable Auto-Fixing',
  name: 'enableAutoFixing',
  type: 'boolean',
  default: true,
  description: 'Whether the model is asked once more if its answer does not have the required format',
};

/** Input of the model that root nodes of texts have. */
export const modelInputs = [
  { displayName: '', type: 'main' },
  { displayName: 'Model', maxConnections: 1, type: 'ai_languageModel', required: true },
] as const;

/** Throws NodeError PARAMETER_INVALID if there are no categories, or if two have the same name. */
export function checkCategories(ctx: ExecuteContext, names: readonly string[], parameter: string): void {
  if (names.length === 0) {
    throw new NodeError(`The node "${ctx.node.name}" has no categories.`, {
      code: 'PARAMETER_INVALID',
      parameter,
      hint: 'Add at least one category.',
    });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new NodeError(`The category "${twice}" exists twice.`, { code: 'PARAMETER_INVALID', parameter, hint: 'Rename one of them.' });
}
