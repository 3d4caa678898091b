// Port for conversations that memories of chats store with the workflow.
import type { ChatMessage } from './supplied-parts.ts';

/** The conversation of one session. */
export interface ConversationPort {
  /** Returns all stored messages, the oldest first. */
  load(): Promise<readonly ChatMessage[]>;
  /** Replaces the messages by the result of `change`, which is called again if another run has changed them meanwhile. */
  change(change: (messages: readonly ChatMessage[]) => readonly ChatMessage[]): Promise<void>;
}

const MOST_MESSAGES = 1000;
/** Characters of all messages as JSON. */
const MOST_CHARACTERS = 1024 * 1024;
const LONGEST_TEXT = 100_000;

/** Returns the latest messages that are stored: the oldest exchanges are left out beyond the limits, and long texts are cut. */
export function storedMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const cut = messages.map((message) =>
    message.text.length > LONGEST_TEXT ? { ...message, text: `${message.text.slice(0, LONGEST_TEXT)} …` } : message,
  );
  let count = 0;
  let characters = 0;
  let start = cut.length;
  for (let index = cut.length - 1; index >= 0; index--) {
    const message = cut[index] as ChatMessage;
    characters += JSON.stringify(message).length + 1;
    count++;
    if (count > MOST_MESSAGES || characters > MOST_CHARACTERS) return cut.slice(start);
    if (beginsExchange(message)) start = index;
  }
  return cut;
}

/** A user's message begins an exchange. Answers and results of tools belong to it. */
export const beginsExchange = ({ role }: ChatMessage): boolean => role === 'user';

/** Returns the latest exchanges; system messages before them stay. */
export function latestExchanges(messages: readonly ChatMessage[], count: number): readonly ChatMessage[] {
  const starts = messages.flatMap((message, index) => (beginsExchange(message) ? [index] : []));
  const start = count <= 0 ? messages.length : (starts.at(-count) ?? 0);
  return [...messages.slice(0, start).filter(({ role }) => role === 'system'), ...messages.slice(start)];
}
