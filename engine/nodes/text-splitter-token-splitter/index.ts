// Token Splitter: splits texts into chunks by the number of tokens that models of OpenAI count.
import { defineNode, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { chunkLimits } from '../_shared/ai/splitting/split-text.ts';
import { chunkPropertiesIn, splitterNode, splitterNotice } from '../_shared/ai/splitting/splitter-node.ts';
import { splitAtTokens } from './split-at-tokens.ts';

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const limits = chunkLimits(ctx, itemIndex, { unit: 'token' });
  return { ai_textSplitter: { split: (text) => splitAtTokens(text, limits, ctx.signal) } };
}

export const textSplitterTokenSplitter = defineNode({
  type: '@n8n/n8n-nodes-langchain.textSplitterTokenSplitter',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...splitterNode('Token Splitter'),
        description: 'Splits texts into chunks with a number of tokens',
        properties: [splitterNotice, ...chunkPropertiesIn('tokens')],
      },
      supply,
    },
  ],
});
