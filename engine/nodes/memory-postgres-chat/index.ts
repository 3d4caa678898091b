// Postgres Chat Memory: conversations in a table that n8n can read and write too.
import {
  defineNode,
  latestExchanges,
  NodeError,
  type ChatMemory,
  type ExecuteContext,
  type NodeVersion,
  type Supply,
} from '../../sdk/index.ts';
import { contextWindow, sessionIdType, sessionKeys, sessionNotice, sessionOf, windowOf } from '../_shared/ai/memory/session.ts';
import { quotedTable } from '../_shared/ai/postgres/postgres-database.ts';
import { ConversationTable } from './conversation-table.ts';

const description: NodeVersion['description'] = {
  displayName: 'Postgres Chat Memory',
  description: 'Stores conversations in a Postgres table',
  version: [1, 1.1, 1.2, 1.3, 1.4],
  group: ['transform'],
  defaults: { name: 'Postgres Chat Memory' },
  inputs: [],
  outputs: ['ai_memory'],
  outputNames: ['Memory'],
  credentials: [{ name: 'postgres', required: true }],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Memory'], Memory: ['Other memories'] },
    alias: ['database', 'sql', 'chat history', 'supabase'],
  },
  properties: [
    sessionNotice,
    sessionIdType(),
    ...sessionKeys(1.2),
    {
      displayName: 'Table Name',
      name: 'tableName',
      type: 'string',
      default: 'n8n_chat_histories',
      description: 'The table with the messages. It is created if it does not exist.',
    },
    contextWindow({ hide: { '@version': [{ _cnd: { lt: 1.1 } }] } }),
  ],
};

/** Length of the column. */
const LONGEST_SESSION = 255;

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const session = sessionOf(ctx, itemIndex);
  if (session.length > LONGEST_SESSION) {
    throw new NodeError(`The session id has ${session.length} characters; a table of this kind has room for ${LONGEST_SESSION}.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'sessionKey',
      itemIndex,
    });
  }
  const table = new ConversationTable(
    () => ctx.credentials('postgres', itemIndex),
    quotedTable(ctx.param('tableName', itemIndex, 'n8n_chat_histories'), 'tableName'),
    ctx.signal,
  );
  const count = ctx.version < 1.1 ? Infinity : windowOf(ctx, itemIndex, 5);
  const memory: ChatMemory = {
    load: async () => {
      const messages = await table.load(session);
      return count === Infinity ? messages : latestExchanges(messages, count);
    },
    loadAll: () => table.load(session),
    append: (messages) => table.append(session, messages),
    replace: (messages) => table.replace(session, messages),
  };
  return { ai_memory: memory, close: () => table.close() };
}

export const memoryPostgresChat = defineNode({
  type: '@n8n/n8n-nodes-langchain.memoryPostgresChat',
  icon: 'icon.svg',
  versions: [{ description, supply }],
});
