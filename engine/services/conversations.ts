// Conversations that memories of saved workflows store. They belong to the workflow, and go with it.
import { AppError } from '../contract/errors.ts';
import { storedMessages, type ChatMessage, type ConversationPort } from '../sdk/index.ts';
import type { ConversationKey, ConversationRepository } from '../store/repositories/conversations.ts';

const DAY = 24 * 60 * 60 * 1000;
const MOST_PER_WORKFLOW = 10_000;
/** How often a change is tried while other runs change the same conversation. */
const ATTEMPTS = 20;

/** Returns the conversation of a workflow's session. */
export function storedConversation(open: () => Promise<ConversationRepository>, key: ConversationKey, now: () => number): ConversationPort {
  const messagesOf = (text: string | undefined): readonly ChatMessage[] =>
    text === undefined ? [] : (JSON.parse(text) as readonly ChatMessage[]);
  return {
    load: async () => messagesOf((await (await open()).get(key))?.messages),
    change: async (change) => {
      const conversations = await open();
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const before = await conversations.get(key);
        const messages = JSON.stringify(storedMessages(change(messagesOf(before?.messages))));
        if (await conversations.put(key, messages, before?.version, now())) return;
        // A run may outlive its workflow; its messages are lost with it.
        if (before === undefined && !(await conversations.hasWorkflow(key.workflowId))) return;
      }
      throw new AppError('STORE_FAILED', `The conversation of the session "${key.session}" is changed by too many runs at once.`, {
        hint: 'Use a session id of its own for each conversation.',
      });
    },
  };
}

/** Removes conversations whose last message is older than so many days (0: none), and the oldest ones of workflows that have very many. */
export const pruneConversations = (conversations: ConversationRepository, days: number, now: number): Promise<void> =>
  conversations.prune(days > 0 ? now - days * DAY : 0, MOST_PER_WORKFLOW);
