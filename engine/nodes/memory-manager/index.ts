// Chat Memory Manager: reads, adds and removes messages of a memory.
import type { JsonObject } from '../../contract/json.ts';
import { defineNode, mapItemsAsync, NodeError, type ChatMessage, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { withAttached } from '../_shared/ai/attached.ts';
import { description } from './description.ts';
import { groupsOf, storedForm } from './message-forms.ts';

const execute = (ctx: ExecuteContext): Promise<NodeOutput> =>
  withAttached(ctx, (attached) =>
    mapItemsAsync(ctx, async (_, itemIndex) => {
      const memory = await attached.memory(itemIndex);
      if (memory === undefined) {
        throw new NodeError(`The node "${ctx.node.name}" needs a memory.`, {
          hint: 'Connect a node to this input, and check that it is not disabled.',
        });
      }
      const mode = ctx.param('mode', itemIndex, 'load');
      if (mode === 'load') return loaded(ctx, itemIndex, await memory.loadAll());
      if (mode === 'insert') {
        const messages = enteredMessages(ctx, itemIndex);
        if (ctx.param('insertMode', itemIndex, 'insert') === 'override') await memory.replace(messages);
        else await memory.append(messages);
      } else if (ctx.param('deleteMode', itemIndex, 'lastN') === 'all') await memory.replace([]);
      else await memory.replace(withoutLast(await memory.loadAll(), Number(ctx.param('lastMessagesCount', itemIndex, 2))));
      return { json: { success: true } };
    }),
  );

function loaded(ctx: ExecuteContext, itemIndex: number, messages: readonly ChatMessage[]): { json: JsonObject } | { json: JsonObject }[] {
  const entries = ctx.param('simplifyOutput', itemIndex, true) ? groupsOf(messages) : messages.map((message) => storedForm(message));
  if (ctx.param('options.groupMessages', itemIndex, true)) return { json: { messages: entries, messagesCount: entries.length } };
  return entries.map((json) => ({ json }));
}

/** Results of tools whose call is removed are removed with it. */
function withoutLast(messages: readonly ChatMessage[], count: number): readonly ChatMessage[] {
  const earlier = messages.slice(0, Math.max(0, messages.length - Math.max(0, Math.floor(count) || 0)));
  const last = earlier.at(-1);
  const isCall = last?.role === 'assistant' && last.toolCalls !== undefined;
  return isCall ? earlier.slice(0, -1) : earlier;
}

interface EnteredMessage {
  readonly type?: string;
  readonly message?: unknown;
  readonly hideFromUI?: boolean;
}

const roles = new Map([
  ['ai', 'assistant'],
  ['system', 'system'],
  ['user', 'user'],
] as const);

function enteredMessages(ctx: ExecuteContext, itemIndex: number): readonly ChatMessage[] {
  const values = ctx.param<readonly EnteredMessage[]>('messages.messageValues', itemIndex, []);
  return (Array.isArray(values) ? (values as readonly EnteredMessage[]) : []).map(
    ({ type = 'system', message = '', hideFromUI = false }) => ({
      role: roles.get(type as 'ai') ?? 'system',
      text: typeof message === 'object' ? JSON.stringify(message) : String(message),
      ...(hideFromUI ? { isHidden: true } : {}),
    }),
  );
}

export const memoryManager = defineNode({
  type: '@n8n/n8n-nodes-langchain.memoryManager',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
