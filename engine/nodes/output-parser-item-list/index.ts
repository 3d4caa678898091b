// Item List Output Parser: answers as a list, with a separator between its entries.
import { defineNode, NodeError, type ExecuteContext, type NodeVersion, type OutputParser, type Supply } from '../../sdk/index.ts';

const description: NodeVersion['description'] = {
  displayName: 'Item List Output Parser',
  description: 'Returns a list of texts, each as an item of its own',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Item List Output Parser' },
  inputs: [],
  outputs: ['ai_outputParser'],
  codex: { categories: ['AI'], subcategories: { AI: ['Output Parsers'] }, alias: ['array', 'lines'] },
  properties: [
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
          displayName: 'Number of Items',
          name: 'numberOfItems',
          type: 'number',
          default: -1,
          description: 'How many entries the list must have. -1 for any number.',
        },
        {
          displayName: 'Separator',
          name: 'separator',
          type: 'string',
          default: '\\n',
          description: 'Text between two entries. \\n is the end of a line.',
        },
      ],
    },
  ],
};

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const count = Math.floor(Number(ctx.param('options.numberOfItems', itemIndex, -1)));
  const separator = ctx.param('options.separator', itemIndex, String.raw`\n`).replaceAll(String.raw`\n`, '\n');
  return { ai_outputParser: listParser(count > 0 ? count : undefined, separator === '' ? '\n' : separator) };
}

function listParser(count: number | undefined, separator: string): OutputParser {
  const written = separator === '\n' ? 'a new line' : JSON.stringify(separator);
  return {
    instructions: `Answer only with a list of ${count === undefined ? '' : `exactly ${count} `}entries, with ${written} between two entries. Do not number them, and do not write anything else.`,
    parse: async (text) => {
      const entries = text
        .split(separator)
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
      if (count === undefined || entries.length === count) return entries;
      throw new NodeError(`The answer of the model has ${entries.length} entries instead of ${count}.`, {
        hint: 'Ask for this number in the prompt, or set "Number of Items" to -1.',
      });
    },
  };
}

export const outputParserItemList = defineNode({
  type: '@n8n/n8n-nodes-langchain.outputParserItemList',
  icon: 'icon.svg',
  versions: [{ description, supply }],
});
