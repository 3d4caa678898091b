// Messages that a node sends into a chat, as `sendMessage` of its items. They are responses to the caller of the run.
import { isRecord } from '../../workflow/values/own-properties.ts';
import type { CallContent } from '../process/protocol.ts';
import type { PackageCall } from './call.ts';

type Execution = Extract<CallContent, { kind: 'execute' }>;

/** Returns the text of a message: a text, or an object with one. */
function messageText(message: unknown): string {
  if (typeof message === 'string') return message;
  const content = isRecord(message) ? (message['text'] ?? message['message']) : undefined;
  return typeof content === 'string' ? content : JSON.stringify(message);
}

/** Whether the node continues only after a reply. Before version 1.1 this is the default. */
function waitsForReply({ parameters, typeVersion }: Execution['context']['node']): boolean {
  const { operation, chatWaitUserReply } = (parameters ?? {}) as { readonly operation?: unknown; readonly chatWaitUserReply?: unknown };
  return typeVersion < 1.1 ? chatWaitUserReply !== false : operation === 'sendAndWait';
}

/** Sends the messages of a node's items. A node that waits for no reply passes its input on. Other results are returned as they are. */
export function withMessagesSent(call: PackageCall, { context, run }: Execution, result: unknown): unknown {
  let isSent = false;
  for (const list of Array.isArray(result) ? result : []) {
    for (const item of Array.isArray(list) ? list : []) {
      const message: unknown = isRecord(item) ? item['sendMessage'] : undefined;
      if (message === undefined || message === null) continue;
      isSent = true;
      call.notify('respond', { reply: { status: 200, headers: {}, body: messageText(message) } });
    }
  }
  if (!isSent) return result;
  if (call.waitTill === undefined || waitsForReply(context.node)) return result;
  call.waitTill = undefined;
  return [run.inputs[0] ?? []];
}
