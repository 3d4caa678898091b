// The earlier messages of a session, from the memory that is connected to the trigger, in the form that clients of chats read.
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type ChatMessage, type WebhookContext } from '../../sdk/index.ts';
import { Attached } from '../_shared/ai/attached.ts';

/** Throws NodeError PARAMETER_INVALID if the request names no session. */
export async function previousMessages(ctx: WebhookContext, body: JsonObject): Promise<readonly JsonObject[]> {
  const { sessionId } = body;
  if (typeof sessionId !== 'string' || sessionId === '') {
    throw new NodeError('The request has no "sessionId".', { code: 'PARAMETER_INVALID', hint: 'Send the id of the session as text.' });
  }
  const attached = new Attached(ctx, { json: body });
  try {
    const memory = await attached.memory(0);
    return ((await memory?.load()) ?? []).flatMap((message) => clientMessage(message));
  } finally {
    await attached.close();
  }
}

function clientMessage(message: ChatMessage): readonly JsonObject[] {
  if (message.role === 'tool' || message.role === 'system' || message.text === '') return [];
  const kind = message.role === 'user' ? 'HumanMessage' : 'AIMessage';
  return [{ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', kind], kwargs: { content: message.text } }];
}
