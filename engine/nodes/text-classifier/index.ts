// Text Classifier: sends each item to the output of the category that a model finds for its text.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { defineNode, type ExecuteContext, type JsonSchema, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { withAttached, type Attached } from '../_shared/ai/attached.ts';
import { batchingSince, routeInBatches } from '../_shared/ai/batches.ts';
import { checkCategories, enableAutoFixing, inputText, modelInputs, systemPrompt } from '../_shared/ai/category-properties.ts';
import { askForData, textParameter } from '../_shared/ai/parsing/ask-for-data.ts';
import { filledPrompt } from '../_shared/ai/parsing/schema-parser.ts';
import { batchesOf } from '../_shared/ai/prompt-properties.ts';

const DEFAULT_INSTRUCTIONS = 'Sort the text of the user into these categories: {categories}. Do not explain your choice.';

const description: NodeVersion['description'] = {
  displayName: 'Text Classifier',
  description: 'Sends items to an output per category, which a model chooses for their texts',
  version: [1, 1.1],
  group: ['transform'],
  defaults: { name: 'Text Classifier' },
  inputs: modelInputs,
  outputs: `={{ [
    ...($parameter.categories?.categories ?? []).map((entry) => ({ type: "main", displayName: entry.category })),
    ...($parameter.options?.fallback === "other" ? [{ type: "main", displayName: "Other" }] : [])
  ] }}`,
  codex: { categories: ['AI'], subcategories: { AI: ['Chains', 'Root Nodes'] }, alias: ['classify', 'categorize', 'route'] },
  properties: [
    inputText('The text that decides about the category'),
    {
      displayName: 'Categories',
      name: 'categories',
      type: 'fixedCollection',
      placeholder: 'Add Category',
      default: {},
      typeOptions: { multipleValues: true },
      options: [
        {
          displayName: 'Categories',
          name: 'categories',
          values: [
            { displayName: 'Category', name: 'category', type: 'string', default: '', required: true, description: 'Name of the category' },
            {
              displayName: 'Description',
              name: 'description',
              type: 'string',
              default: '',
              description: 'Tells the model what belongs to the category',
            },
          ],
        },
      ],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        {
          displayName: 'Allow Multiple Classes To Be True',
          name: 'multiClass',
          type: 'boolean',
          default: false,
          description: 'Whether a text may have several categories. The item is then sent to each of their outputs.',
        },
        {
          displayName: 'When No Clear Match',
          name: 'fallback',
          type: 'options',
          default: 'discard',
          description: 'What happens with items that match no category',
          options: [
            { name: 'Discard Item', value: 'discard', description: 'The item is left out' },
            { name: "Output on Extra, 'Other' Branch", value: 'other', description: 'The item is sent to an output of its own' },
          ],
        },
        systemPrompt(DEFAULT_INSTRUCTIONS, 'Tells the model what to do. {categories} is replaced by the names of the categories.'),
        enableAutoFixing,
        batchesOf(5, { '@version': [{ _cnd: { gte: 1.1 } }] }),
      ],
    },
  ],
};

interface Category {
  readonly category?: unknown;
  readonly description?: unknown;
}

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const count = ctx.ports('outputs').length;
  return withAttached(ctx, (attached) =>
    routeInBatches(ctx, count, (item, itemIndex) => classify(ctx, attached, item, itemIndex), batchingSince(ctx, 1.1)),
  );
}

async function classify(ctx: ExecuteContext, attached: Attached, item: Item, itemIndex: number): Promise<{ output: number; item: Item }[]> {
  const text = textParameter(ctx, 'inputText', itemIndex);
  const list = ctx.param<readonly Category[]>('categories.categories', itemIndex, []);
  const categories = Array.isArray(list) ? (list as readonly Category[]) : [];
  const names = categories.map(({ category }) => String(category ?? ''));
  checkCategories(ctx, names, 'categories');
  const hasOther = ctx.param('options.fallback', itemIndex, 'discard') === 'other';
  const isMulti = ctx.param('options.multiClass', itemIndex, false);
  const template = ctx.param('options.systemPromptTemplate', itemIndex, DEFAULT_INSTRUCTIONS);
  const data = (await askForData({
    ctx,
    model: await attached.model(itemIndex),
    schema: isMulti ? severalOf(names) : oneOf(names),
    instructions: `${filledPrompt(template, { categories: names.join(', ') })}\n\n${descriptionsOf(categories)}`,
    text,
    mayRepair: ctx.param('options.enableAutoFixing', itemIndex, true),
  })) as JsonObject;
  const chosen = isMulti ? (data['categories'] as readonly string[]) : [data['category'] as string | null];
  const outputs = names.flatMap((name, output) => (chosen.includes(name) ? [output] : []));
  if (outputs.length > 0) return outputs.map((output) => ({ output, item }));
  return hasOther ? [{ output: names.length, item }] : [];
}

const oneOf = (names: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: { category: { enum: [...names, null], description: 'The category that fits best; null if none fits' } },
  required: ['category'],
});

const severalOf = (names: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: { categories: { type: 'array', items: { enum: [...names] }, description: 'All categories that fit; empty if none fits' } },
  required: ['categories'],
});

const descriptionsOf = (categories: readonly Category[]): string =>
  categories.map(({ category, description: meaning }) => `- ${String(category)}: ${String(meaning ?? '')}`).join('\n');

export const textClassifier = defineNode({
  type: '@n8n/n8n-nodes-langchain.textClassifier',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
