// Simple Memory: the latest exchanges of a conversation, stored with the workflow.
import { defineNode, latestExchanges, type ChatMemory, type ExecuteContext, type NodeVersion, type Supply } from '../../sdk/index.ts';
import {
  contextWindow,
  firstSessionKeys,
  sessionIdType,
  sessionKeys,
  sessionNotice,
  sessionOf,
  windowOf,
} from '../_shared/ai/memory/session.ts';

const description: NodeVersion['description'] = {
  displayName: 'Simple Memory',
  description: 'Remembers the latest messages of a conversation, without an account or a server',
  version: [1, 1.1, 1.2, 1.3, 1.4],
  group: ['transform'],
  defaults: { name: 'Simple Memory' },
  inputs: [],
  outputs: ['ai_memory'],
  outputNames: ['Memory'],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Memory'], Memory: ['For beginners'] },
    alias: ['buffer', 'window', 'chat history', 'conversation'],
  },
  properties: [
    sessionNotice,
    {
      displayName:
        'Conversations of saved workflows are stored in the database. A setting of the instance says after how many days they expire.',
      name: 'scalingNotice',
      type: 'notice',
      default: '',
    },
    ...firstSessionKeys,
    sessionIdType({ '@version': [{ _cnd: { gte: 1.2 } }] }),
    ...sessionKeys(1.3),
    contextWindow(),
  ],
};

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const conversation = ctx.conversation(sessionOf(ctx, itemIndex));
  const count = windowOf(ctx, itemIndex, 5);
  const memory: ChatMemory = {
    load: async () => latestExchanges(await conversation.load(), count),
    loadAll: () => conversation.load(),
    append: (messages) => conversation.change((earlier) => [...earlier, ...messages]),
    replace: (messages) => conversation.change(() => messages),
  };
  return { ai_memory: memory };
}

export const memoryBufferWindow = defineNode({
  type: '@n8n/n8n-nodes-langchain.memoryBufferWindow',
  icon: 'icon.svg',
  versions: [{ description, supply }],
});
