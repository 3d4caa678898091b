// Messages of a conversation as workflows read them.
import type { JsonObject } from '../../contract/json.ts';
import type { ChatMessage } from '../../sdk/index.ts';
import { messageRecord } from '../_shared/ai/memory/message-record.ts';

const fieldOf = { system: 'system', user: 'human', assistant: 'ai' } as const;

/** Returns the messages in groups, such as what the user wrote with the answer: each sender once in a group. Calls of tools are left out. */
export function groupsOf(messages: readonly ChatMessage[]): readonly JsonObject[] {
  const groups: Record<string, string>[] = [];
  for (const message of messages) {
    if (message.role === 'tool' || (message.role === 'assistant' && (message.text === '' || message.toolCalls !== undefined))) continue;
    const field = fieldOf[message.role];
    const last = groups.at(-1);
    if (last === undefined || field in last) groups.push({ [field]: message.text });
    else last[field] = message.text;
  }
  return groups;
}

const classNames: Readonly<Record<string, string>> = {
  human: 'HumanMessage',
  ai: 'AIMessage',
  system: 'SystemMessage',
  tool: 'ToolMessage',
};

/** Returns a message in the serialized form of LangChain. */
export function storedForm(message: ChatMessage): JsonObject {
  const { type, ...kwargs } = messageRecord(message);
  return { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', classNames[String(type)] ?? 'HumanMessage'], kwargs };
}
