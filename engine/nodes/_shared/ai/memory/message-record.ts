// Messages in the public stored form of LangChain, which other programs read and write: `{ type, content, … }`, or the same in `data`.
import type { JsonObject } from '../../../../contract/json.ts';
import type { ChatMessage, RecordedToolCall } from '../../../../sdk/index.ts';
import { isJsonObject } from '../parsing/check-schema.ts';

/** Returns a message as other programs store it. */
export function messageRecord(message: ChatMessage): JsonObject {
  const extra = {
    additional_kwargs: 'isHidden' in message && message.isHidden === true ? { hideFromUI: true } : {},
    response_metadata: {},
  };
  switch (message.role) {
    case 'user':
      return { type: 'human', content: message.text, ...extra };
    case 'system':
      return { type: 'system', content: message.text, ...extra };
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map(({ id, tool, args }) => ({ id, name: tool, args, type: 'tool_call' }));
      return { type: 'ai', content: message.text, tool_calls: calls, invalid_tool_calls: [], ...extra };
    }
    default:
      return { type: 'tool', content: message.text, name: message.tool, tool_call_id: message.callId, ...extra };
  }
}

/** Reads a message from a record. Returns undefined if the record is not a message. */
export function messageOfRecord(record: unknown): ChatMessage | undefined {
  if (!isJsonObject(record)) return undefined;
  const { type } = record;
  const fields = isJsonObject(record['data']) ? record['data'] : record;
  const text = contentText(fields['content']);
  const hidden = isJsonObject(fields['additional_kwargs']) && fields['additional_kwargs']['hideFromUI'] === true ? { isHidden: true } : {};
  if (type === 'human') return { role: 'user', text, ...hidden };
  if (type === 'system') return { role: 'system', text, ...hidden };
  if (type === 'tool') return { role: 'tool', callId: String(fields['tool_call_id'] ?? ''), tool: String(fields['name'] ?? ''), text };
  if (type !== 'ai') return undefined;
  const toolCalls = callsOf(fields['tool_calls']);
  return { role: 'assistant', text, ...(toolCalls.length === 0 ? {} : { toolCalls }), ...hidden };
}

const callsOf = (calls: unknown): readonly RecordedToolCall[] =>
  (Array.isArray(calls) ? (calls as readonly unknown[]) : []).flatMap((call) =>
    isJsonObject(call)
      ? [{ id: String(call['id'] ?? ''), tool: String(call['name'] ?? ''), args: isJsonObject(call['args']) ? call['args'] : {} }]
      : [],
  );

/** The content is a text, or a list of parts. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content);
  return (content as readonly unknown[])
    .map((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : typeof part === 'string' ? part : ''))
    .join('');
}
