// Character Text Splitter: splits texts at one separator.
import { defineNode, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { chunkLimits, splitAt } from '../_shared/ai/splitting/split-text.ts';
import { chunkPropertiesIn, splitterNode, splitterNotice } from '../_shared/ai/splitting/splitter-node.ts';

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const separator = ctx.param('separator', itemIndex, '');
  const limits = chunkLimits(ctx, itemIndex);
  return { ai_textSplitter: { split: (text) => splitAt(text, separator, limits, ctx.signal) } };
}

export const textSplitterCharacterTextSplitter = defineNode({
  type: '@n8n/n8n-nodes-langchain.textSplitterCharacterTextSplitter',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...splitterNode('Character Text Splitter'),
        description: 'Splits texts at one separator',
        properties: [
          splitterNotice,
          {
            displayName: 'Separator',
            name: 'separator',
            type: 'string',
            default: '',
            description: 'Where chunks may end. Without a separator, a text is split anywhere. A part without the separator stays whole.',
          },
          ...chunkPropertiesIn('characters'),
        ],
      },
      supply,
    },
  ],
});
