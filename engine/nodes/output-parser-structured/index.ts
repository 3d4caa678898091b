// Structured Output Parser: answers in JSON that match a schema, which an example or a JSON Schema defines.
import { defineNode, type ExecuteContext, type NodeVersion, type Supply } from '../../sdk/index.ts';
import { Attached } from '../_shared/ai/attached.ts';
import { REPAIR_PROMPT, repairingParser, schemaParser } from '../_shared/ai/parsing/schema-parser.ts';
import { definedSchema, schemaParameter, schemaProperties, schemaType } from '../_shared/ai/parsing/schema-properties.ts';

const STRICT_SINCE = 1.3;

const description: NodeVersion['description'] = {
  displayName: 'Structured Output Parser',
  description: 'Returns data in a format that you define',
  version: [1, 1.1, 1.2, 1.3],
  group: ['transform'],
  defaults: { name: 'Structured Output Parser' },
  inputs: `={{ $parameter.autoFix === true ? [{ type: "ai_languageModel", displayName: "Model", required: true, maxConnections: 1 }] : [] }}`,
  outputs: ['ai_outputParser'],
  codex: { categories: ['AI'], subcategories: { AI: ['Output Parsers'] }, alias: ['json', 'zod', 'schema'] },
  properties: [
    {
      displayName: 'Connect this node to a node that asks a model, and turn on "Require Specific Output Format" there.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    schemaType('fromJson', [], { '@version': [{ _cnd: { gte: 1.2 } }] }),
    ...schemaProperties(STRICT_SINCE),
    {
      displayName: 'JSON Schema',
      name: 'jsonSchema',
      type: 'json',
      default:
        '{\n  "type": "object",\n  "properties": {\n    "state": { "type": "string" },\n    "cities": { "type": "array", "items": { "type": "string" } }\n  }\n}',
      required: true,
      description: 'The JSON Schema that the data must match',
      typeOptions: { rows: 10 },
      displayOptions: { show: { '@version': [{ _cnd: { lte: 1.1 } }] } },
    },
    {
      displayName: 'Auto-Fix Format',
      name: 'autoFix',
      type: 'boolean',
      default: false,
      description: 'Whether a model is asked to repair an answer that does not match the format. It is connected to this node.',
    },
    {
      displayName: 'Customize Retry Prompt',
      name: 'customizeRetryPrompt',
      type: 'boolean',
      default: false,
      displayOptions: { show: { autoFix: [true] } },
      description: 'Whether to write your own request for a repair',
    },
    {
      displayName: 'Custom Prompt',
      name: 'prompt',
      type: 'string',
      default: REPAIR_PROMPT,
      typeOptions: { rows: 10 },
      displayOptions: { show: { autoFix: [true], customizeRetryPrompt: [true] } },
      description: 'The request for a repair. {instructions}, {completion} and {error} are replaced by their values.',
    },
  ],
};

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const schema = ctx.version >= 1.2 ? definedSchema(ctx, itemIndex, STRICT_SINCE) : schemaParameter(ctx, 'jsonSchema', itemIndex);
  const parser = await schemaParser(schema);
  if (!ctx.param('autoFix', itemIndex, false)) return { ai_outputParser: parser };
  const attached = new Attached(ctx);
  const model = await attached.model(itemIndex);
  const prompt = ctx.param('prompt', itemIndex, REPAIR_PROMPT);
  return { ai_outputParser: repairingParser(parser, model, prompt), close: () => attached.close() };
}

export const outputParserStructured = defineNode({
  type: '@n8n/n8n-nodes-langchain.outputParserStructured',
  icon: 'icon.svg',
  defaultVersion: 1.3,
  versions: [{ description, supply }],
});
