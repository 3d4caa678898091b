// Messages of a memory, of a prompt and of an answer, in the form that the library takes.
import type { ModelMessage } from 'ai';
import type { ChatMessage } from '../../../sdk/index.ts';
import type { MadeCall } from './generate.ts';

/** Returns stored messages as messages for the model. */
export const modelMessages = (messages: readonly ChatMessage[]): readonly ModelMessage[] =>
  messages.map((message) => modelMessage(message));

function modelMessage(message: ChatMessage): ModelMessage {
  if (message.role === 'tool') {
    const { callId: toolCallId, tool: toolName, text: value } = message;
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }] };
  }
  if (message.role !== 'assistant' || message.toolCalls === undefined) return { role: message.role, content: message.text };
  const calls = message.toolCalls.map(({ id, tool, args }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: tool,
    input: args,
  }));
  return { role: 'assistant', content: [...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]), ...calls] };
}

/** Returns the messages of an exchange, as a memory stores them. */
export function exchange(prompt: string, calls: readonly MadeCall[], answer: string): readonly ChatMessage[] {
  const called = calls.flatMap(({ id, tool, args, thought, result }): readonly ChatMessage[] => [
    { role: 'assistant', text: thought, toolCalls: [{ id, tool, args }] },
    { role: 'tool', callId: id, tool, text: result },
  ]);
  return [{ role: 'user', text: prompt }, ...called, { role: 'assistant', text: answer }];
}
