// Redis Chat Memory: conversations in lists of Redis that n8n can read and write too.
import {
  defineNode,
  latestExchanges,
  NodeError,
  type ChatMemory,
  type ExecuteContext,
  type NodeVersion,
  type Supply,
} from '../../sdk/index.ts';
import {
  contextWindow,
  firstSessionKeys,
  sessionIdType,
  sessionKeys,
  sessionNotice,
  sessionOf,
  windowOf,
} from '../_shared/ai/memory/session.ts';
import { ConversationList } from './conversation-list.ts';

const description: NodeVersion['description'] = {
  displayName: 'Redis Chat Memory',
  description: 'Stores conversations in Redis',
  version: [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6],
  group: ['transform'],
  defaults: { name: 'Redis Chat Memory' },
  inputs: [],
  outputs: ['ai_memory'],
  outputNames: ['Memory'],
  credentials: [{ name: 'redis', required: true }],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Memory'], Memory: ['Other memories'] },
    alias: ['valkey', 'key value', 'chat history', 'cache'],
  },
  properties: [
    sessionNotice,
    ...firstSessionKeys,
    sessionIdType({ '@version': [{ _cnd: { gte: 1.2 } }] }),
    ...sessionKeys(1.4, 1.6),
    {
      displayName: 'Session Time To Live',
      name: 'sessionTTL',
      type: 'number',
      default: 0,
      description: 'After how many seconds without a new message Redis deletes the conversation; 0 for never',
    },
    contextWindow({ hide: { '@version': [{ _cnd: { lt: 1.3 } }] } }),
  ],
};

/** Longest time in seconds; about 68 years. */
const LONGEST_TIME = 2 ** 31;

function expiresAfter(ctx: ExecuteContext, itemIndex: number): number {
  const seconds = Math.ceil(Number(ctx.param('sessionTTL', itemIndex, 0)));
  if (seconds >= 0 && seconds <= LONGEST_TIME) return seconds;
  throw new NodeError('The time to live of a session must be a number of seconds, or 0 for sessions that never expire.', {
    code: 'PARAMETER_INVALID',
    parameter: 'sessionTTL',
    itemIndex,
  });
}

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const list = new ConversationList({
    credential: () => ctx.credentials('redis', itemIndex),
    key: sessionOf(ctx, itemIndex),
    expiresAfter: expiresAfter(ctx, itemIndex),
    signal: ctx.signal,
  });
  const count = ctx.version < 1.3 ? Infinity : windowOf(ctx, itemIndex, 5);
  const memory: ChatMemory = {
    load: async () => {
      const messages = await list.load();
      return count === Infinity ? messages : latestExchanges(messages, count);
    },
    loadAll: () => list.load(),
    append: (messages) => list.append(messages),
    replace: (messages) => list.replace(messages),
  };
  return { ai_memory: memory, close: () => list.close() };
}

export const memoryRedisChat = defineNode({
  type: '@n8n/n8n-nodes-langchain.memoryRedisChat',
  icon: 'icon.svg',
  versions: [{ description, supply }],
});
