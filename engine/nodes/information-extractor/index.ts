// Information Extractor: finds data in texts, in a format that the user defines.
import type { Item } from '../../contract/run-data.ts';
import { defineNode, NodeError, type ExecuteContext, type JsonSchema, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { withAttached, type Attached } from '../_shared/ai/attached.ts';
import { batchingSince, mapInBatches } from '../_shared/ai/batches.ts';
import { modelInputs, systemPrompt } from '../_shared/ai/category-properties.ts';
import { askForData, textParameter } from '../_shared/ai/parsing/ask-for-data.ts';
import { definedSchema, schemaProperties, schemaType } from '../_shared/ai/parsing/schema-properties.ts';
import { batchesOf } from '../_shared/ai/prompt-properties.ts';

const STRICT_SINCE = 1.2;
const DEFAULT_INSTRUCTIONS = `You extract data from the text of the user.
Use only what the text says. Leave out what it does not say.`;

const description: NodeVersion['description'] = {
  displayName: 'Information Extractor',
  description: 'Extracts data in a format of your own from texts',
  version: [1, 1.1, 1.2],
  group: ['transform'],
  defaults: { name: 'Information Extractor' },
  inputs: modelInputs,
  outputs: ['main'],
  codex: { categories: ['AI'], subcategories: { AI: ['Chains', 'Root Nodes'] }, alias: ['ner', 'parse', 'structured', 'json'] },
  properties: [
    {
      displayName: 'Text',
      name: 'text',
      type: 'string',
      default: '',
      description: 'The text with the data',
      typeOptions: { rows: 2 },
    },
    schemaType('fromAttributes', [
      { name: 'From Attribute Descriptions', value: 'fromAttributes', description: 'A list of attributes with their types' },
    ]),
    ...schemaProperties(STRICT_SINCE),
    {
      displayName: 'Attributes',
      name: 'attributes',
      type: 'fixedCollection',
      placeholder: 'Add Attribute',
      default: {},
      typeOptions: { multipleValues: true },
      displayOptions: { show: { schemaType: ['fromAttributes'] } },
      options: [
        {
          displayName: 'Attribute List',
          name: 'attributes',
          values: [
            {
              displayName: 'Name',
              name: 'name',
              type: 'string',
              default: '',
              required: true,
              placeholder: 'e.g. company_name',
              description: 'Name of the field',
            },
            {
              displayName: 'Type',
              name: 'type',
              type: 'options',
              default: 'string',
              required: true,
              description: 'Type of the value',
              options: [
                { name: 'Boolean', value: 'boolean' },
                { name: 'Date', value: 'date' },
                { name: 'Number', value: 'number' },
                { name: 'String', value: 'string' },
              ],
            },
            {
              displayName: 'Description',
              name: 'description',
              type: 'string',
              default: '',
              required: true,
              placeholder: 'Name of the company that sent the invoice',
              description: 'Tells the model what to look for',
            },
            {
              displayName: 'Required',
              name: 'required',
              type: 'boolean',
              default: false,
              required: true,
              description: 'Whether the text must contain it',
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
        systemPrompt(DEFAULT_INSTRUCTIONS, 'Tells the model what to do. The format is added to it.'),
        batchesOf(5, { '@version': [{ _cnd: { gte: 1.1 } }] }),
      ],
    },
  ],
};

const execute = (ctx: ExecuteContext): Promise<NodeOutput> =>
  withAttached(ctx, (attached) => mapInBatches(ctx, (_, itemIndex) => extract(ctx, attached, itemIndex), batchingSince(ctx, 1.1)));

async function extract(ctx: ExecuteContext, attached: Attached, itemIndex: number): Promise<Item['json']> {
  const text = textParameter(ctx, 'text', itemIndex);
  const isFromAttributes = ctx.param('schemaType', itemIndex, 'fromAttributes') === 'fromAttributes';
  const schema = isFromAttributes ? attributesSchema(ctx, itemIndex) : definedSchema(ctx, itemIndex, STRICT_SINCE);
  const model = await attached.model(itemIndex);
  const instructions = ctx.param('options.systemPromptTemplate', itemIndex, DEFAULT_INSTRUCTIONS);
  return { output: await askForData({ ctx, model, schema, instructions, text, mayRepair: true }) };
}

interface Attribute {
  readonly name?: string;
  readonly type?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** Models write null for an attribute that the text does not contain. */
function attributesSchema(ctx: ExecuteContext, itemIndex: number): JsonSchema {
  const list = ctx.param<readonly Attribute[]>('attributes.attributes', itemIndex, []);
  const attributes = (Array.isArray(list) ? list : []).filter(({ name = '' }: Attribute) => name !== '');
  if (attributes.length === 0) {
    throw new NodeError('There are no attributes to extract.', {
      code: 'PARAMETER_INVALID',
      parameter: 'attributes',
      hint: 'Add an attribute, or define the format by an example or a JSON Schema.',
    });
  }
  const properties = Object.fromEntries(
    attributes.map(({ name = '', type = 'string', description: purpose = '', required = false }: Attribute) => {
      const kind = type === 'date' ? 'string' : type;
      const hint = type === 'date' ? `${purpose} (a date in ISO 8601)` : purpose;
      return [name, { type: required ? kind : [kind, 'null'], ...(hint === '' ? {} : { description: hint }) }];
    }),
  ) as NonNullable<JsonSchema['properties']>;
  const required = attributes.flatMap(({ name = '', required: isRequired = false }: Attribute) => (isRequired ? [name] : []));
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

export const informationExtractor = defineNode({
  type: '@n8n/n8n-nodes-langchain.informationExtractor',
  icon: 'icon.svg',
  defaultVersion: 1.2,
  versions: [{ description, execute }],
});
