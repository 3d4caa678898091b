// Messages of a conversation as workflows read them.
import type { JsonObject } from '../../contract/json.ts';
import type { ChatMessage } from '../../sdk/index.ts';
import { messageRecord } from '../_shared/ai/memory/message-record.ts';

/** Returns what the user wrote with what the model answered; system messages on their own. Calls of tools are left out. */
export function pairsOf(messages: readonly ChatMessage[]): readonly JsonObject[] {
  const pairs: { human?: string; ai?: string; system?: string }[] = [];
  for (const message of messages) {
    if (message.role === 'system') pairs.push({ system: message.text });
    else if (message.role === 'user') pairs.push({ human: message.text });
    else if (message.role === 'assistant' && message.text !== '' && message.toolCalls === undefined) {
      const last = pairs.at(-1);
      if (last?.human !== undefined && last.ai === undefined) last.ai = message.text;
      else pairs.push({ ai: message.text });
    }
  }
  return pairs;
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
