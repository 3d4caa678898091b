// Conversations that OpenAI stores.
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import { entriesOf, requiredText, textIn, type Operation, type OperationCall } from '../../_shared/ai/services/node-operations.ts';
import { serviceOf } from '../open-ai-service.ts';

export const createConversation: Operation = async (call) => {
  const items = entriesOf(call, 'messages.values').map(({ role, content }) => ({
    type: 'message',
    role: textIn(role ?? 'user'),
    content: textIn(content),
  }));
  const metadata = new OptionValues(call.ctx, call.itemIndex).object('metadata');
  return { json: await (await serviceOf(call)).json({ path: '/conversations', json: { items, ...defined({ metadata }) } }) };
};

const pathOf = (call: OperationCall): string =>
  `/conversations/${encodeURIComponent(requiredText(call, 'conversationId', 'Conversation ID'))}`;

export const getConversation: Operation = async (call) => ({ json: await (await serviceOf(call)).json({ path: pathOf(call) }) });

export const removeConversation: Operation = async (call) => ({
  json: await (await serviceOf(call)).json({ method: 'DELETE', path: pathOf(call) }),
});

export const updateConversation: Operation = async (call) => {
  const metadata = new OptionValues(call.ctx, call.itemIndex, '').object('metadata') ?? {};
  return { json: await (await serviceOf(call)).json({ path: pathOf(call), json: { metadata } }) };
};
