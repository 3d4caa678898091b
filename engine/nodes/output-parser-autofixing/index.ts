// Auto-fixing Output Parser: asks its model to repair an answer that another parser rejects.
import { defineNode, NodeError, type ExecuteContext, type NodeVersion, type Supply } from '../../sdk/index.ts';
import { Attached } from '../_shared/ai/attached.ts';
import { REPAIR_PROMPT, repairingParser } from '../_shared/ai/parsing/schema-parser.ts';

const description: NodeVersion['description'] = {
  displayName: 'Auto-fixing Output Parser',
  description: 'Asks a model to repair answers that do not have the required format',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Auto-fixing Output Parser' },
  inputs: [
    { displayName: 'Model', maxConnections: 1, type: 'ai_languageModel', required: true },
    { displayName: 'Output Parser', maxConnections: 1, type: 'ai_outputParser', required: true },
  ],
  outputs: ['ai_outputParser'],
  codex: { categories: ['AI'], subcategories: { AI: ['Output Parsers'] }, alias: ['repair', 'retry'] },
  properties: [
    {
      displayName: 'If the parser that is connected to this node rejects an answer, the model is asked once to repair it.',
      name: 'info',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Connect this node to a node that asks a model, and turn on "Require Specific Output Format" there.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        {
          displayName: 'Retry Prompt',
          name: 'prompt',
          type: 'string',
          default: REPAIR_PROMPT,
          typeOptions: { rows: 10 },
          description: 'The request for a repair. {instructions}, {completion} and {error} are replaced by their values.',
        },
      ],
    },
  ],
};

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const prompt = ctx.param('options.prompt', itemIndex, REPAIR_PROMPT);
  if (!prompt.includes('{error}')) {
    throw new NodeError('The retry prompt does not contain "{error}".', {
      code: 'PARAMETER_INVALID',
      parameter: 'options.prompt',
      hint: 'Add {error} where the prompt should tell the model what is wrong.',
    });
  }
  const attached = new Attached(ctx);
  const model = await attached.model(itemIndex);
  const parser = await attached.parser(itemIndex);
  if (parser === undefined) throw new NodeError(`The node "${ctx.node.name}" needs an output parser.`, { hint: 'Connect a parser to it.' });
  return { ai_outputParser: repairingParser(parser, model, prompt), close: () => attached.close() };
}

export const outputParserAutofixing = defineNode({
  type: '@n8n/n8n-nodes-langchain.outputParserAutofixing',
  icon: 'icon.svg',
  versions: [{ description, supply }],
});
