// Sentiment Analysis: sends each item to the output of the sentiment that a model finds in its text.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { defineNode, type ExecuteContext, type JsonSchema, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { withAttached, type Attached } from '../_shared/ai/attached.ts';
import { batchingSince, routeInBatches } from '../_shared/ai/batches.ts';
import { checkCategories, enableAutoFixing, inputText, modelInputs, systemPrompt } from '../_shared/ai/category-properties.ts';
import { askForData, textParameter } from '../_shared/ai/parsing/ask-for-data.ts';
import { filledPrompt } from '../_shared/ai/parsing/schema-parser.ts';
import { batchesOf } from '../_shared/ai/prompt-properties.ts';

const DEFAULT_CATEGORIES = 'Positive, Neutral, Negative';
const DEFAULT_INSTRUCTIONS = `You are an expert for sentiments. Find the sentiment of the user's text: one of {categories}. Do not explain it.`;

const description: NodeVersion['description'] = {
  displayName: 'Sentiment Analysis',
  description: 'Sends items to an output per sentiment, which a model finds in their texts',
  version: [1, 1.1],
  group: ['transform'],
  defaults: { name: 'Sentiment Analysis' },
  inputs: modelInputs,
  outputs: `={{ ($parameter.options?.categories ?? "${DEFAULT_CATEGORIES}").split(",").map((name) => name.trim())
    .filter((name) => name !== "").map((name) => ({ type: "main", displayName: name })) }}`,
  codex: { categories: ['AI'], subcategories: { AI: ['Chains', 'Root Nodes'] }, alias: ['emotion', 'mood', 'opinion'] },
  properties: [
    inputText('The text with the sentiment'),
    {
      displayName: 'Strength and confidence are estimates of the model, and differ between models.',
      name: 'detailedResultsNotice',
      type: 'notice',
      default: '',
      displayOptions: { show: { '/options.includeDetailedResults': [true] } },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        {
          displayName: 'Sentiment Categories',
          name: 'categories',
          type: 'string',
          default: DEFAULT_CATEGORIES,
          noDataExpression: true,
          description: 'Names of the sentiments, separated by commas. Each has an output.',
          typeOptions: { rows: 2 },
        },
        systemPrompt(DEFAULT_INSTRUCTIONS, 'Tells the model what to do. {categories} is replaced by the names of the sentiments.'),
        {
          displayName: 'Include Detailed Results',
          name: 'includeDetailedResults',
          type: 'boolean',
          default: false,
          description: 'Whether the output has the strength of the sentiment and the confidence of the model, from 0 to 1',
        },
        enableAutoFixing,
        batchesOf(5, { '@version': [{ _cnd: { gte: 1.1 } }] }),
      ],
    },
  ],
};

const namesOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const names = namesOf(ctx.param('options.categories', 0, DEFAULT_CATEGORIES));
  checkCategories(ctx, names, 'options.categories');
  return withAttached(ctx, (attached) =>
    routeInBatches(ctx, names.length, (item, itemIndex) => analyze(ctx, attached, names, item, itemIndex), batchingSince(ctx, 1.1)),
  );
}

async function analyze(
  ctx: ExecuteContext,
  attached: Attached,
  names: readonly string[],
  item: Item,
  itemIndex: number,
): Promise<{ output: number; item: Item }[]> {
  const text = textParameter(ctx, 'inputText', itemIndex);
  const hasDetails = ctx.param('options.includeDetailedResults', itemIndex, false);
  const template = ctx.param('options.systemPromptTemplate', itemIndex, DEFAULT_INSTRUCTIONS);
  const data = (await askForData({
    ctx,
    model: await attached.model(itemIndex),
    schema: sentimentSchema(names, hasDetails),
    instructions: filledPrompt(template, { categories: names.join(', ') }),
    text,
    mayRepair: ctx.param('options.enableAutoFixing', itemIndex, true),
  })) as JsonObject;
  const { sentiment, strength, confidence } = data;
  const result = { category: sentiment, ...(hasDetails ? { strength, confidence } : {}) };
  return [{ output: names.indexOf(String(sentiment)), item: { ...item, json: { ...item.json, sentimentAnalysis: result } } }];
}

function sentimentSchema(names: readonly string[], hasDetails: boolean): JsonSchema {
  const part = (meaning: string): JsonSchema => ({ type: 'number', minimum: 0, maximum: 1, description: `${meaning}, from 0 to 1` });
  const details = { strength: part('How strong the sentiment is'), confidence: part('How sure you are') };
  return {
    type: 'object',
    properties: { sentiment: { enum: [...names] }, ...(hasDetails ? details : {}) },
    required: ['sentiment', ...(hasDetails ? Object.keys(details) : [])],
  };
}

export const sentimentAnalysis = defineNode({
  type: '@n8n/n8n-nodes-langchain.sentimentAnalysis',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
