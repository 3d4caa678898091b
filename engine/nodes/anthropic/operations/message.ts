// Messages to a model, with attachments, tools, and tools that Anthropic runs.
import type { JsonObject } from '../../../contract/json.ts';
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import {
  commaList,
  entriesOf,
  isSimplified,
  modelOf,
  requiredText,
  textIn,
  type Operation,
  type OperationCall,
} from '../../_shared/ai/services/node-operations.ts';
import { answerWithTools, type RequestedCall } from '../../_shared/ai/services/tool-rounds.ts';
import { betaHeader, serviceOf } from '../anthropic-service.ts';
import { fileBlocks } from './file-blocks.ts';

const DEFAULT_TOKENS = 1024;

interface Block extends JsonObject {
  readonly type?: string;
  readonly text?: unknown;
}
interface Message extends JsonObject {
  readonly content?: readonly Block[];
}

export const messageModel: Operation = async (call) => {
  const { ctx, itemIndex, attached } = call;
  const options = new OptionValues(ctx, itemIndex);
  const tools = await attached.tools(itemIndex);
  const own = tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
  const allTools = [...own, ...serviceTools(options)];
  const messages: JsonObject[] = [...(await messagesOf(call))];
  const body = {
    model: modelOf(call),
    max_tokens: options.number('maxTokens', 1) ?? DEFAULT_TOKENS,
    ...defined({
      system: options.text('system'),
      temperature: options.number('temperature'),
      top_p: options.number('topP'),
      top_k: options.number('topK', 0),
    }),
    ...(allTools.length === 0 ? {} : { tools: allTools }),
  };
  const headers = options.flag('codeExecution') === true ? betaHeader('codeExecution') : {};
  const service = await serviceOf(call);
  const response = await answerWithTools<Message>(call, {
    tools,
    send: async () => {
      let message: Message = await service.json({ path: '/messages', headers, json: { ...body, messages } });
      // The service interrupts long turns of its own tools, and goes on with what it has sent.
      while (message['stop_reason'] === 'pause_turn') {
        messages.push({ role: 'assistant', content: message.content });
        message = await service.json({ path: '/messages', headers, json: { ...body, messages } });
      }
      return message;
    },
    callsIn,
    append: ({ content }, results) => {
      const blocks = results.map(({ id, result }) => ({ type: 'tool_result', tool_use_id: id, content: result }));
      messages.push({ role: 'assistant', content }, { role: 'user', content: blocks });
    },
  });
  return { json: outputOf(call, response, options.flag('includeMergedResponse') === true) };
};

const callsIn = ({ content = [] }: Message): readonly RequestedCall[] =>
  content.flatMap(({ type, id, name, input }) => (type === 'tool_use' ? [{ id: String(id), name: String(name), args: input }] : []));

function outputOf(call: OperationCall, response: Message, isMerged: boolean): JsonObject {
  const { content = [] } = response;
  const merged = isMerged ? { merged_response: content.map(({ type, text }) => (type === 'text' ? textIn(text) : '')).join('') } : {};
  return isSimplified(call) ? { content, ...merged } : { ...response, ...merged };
}

async function messagesOf(call: OperationCall): Promise<readonly JsonObject[]> {
  const { ctx, itemIndex } = call;
  const messages = entriesOf(call, 'messages.values').map(({ role, content }) => ({
    role: textIn(role ?? 'user'),
    content: textIn(content),
  }));
  if (ctx.param('addAttachments', itemIndex, false) !== true) return messages;
  const isUrl = ctx.param('attachmentsInputType', itemIndex, 'url') === 'url';
  const blocks = await fileBlocks(call, isUrl ? 'attachmentsUrls' : undefined);
  const last = messages.findLastIndex(({ role }) => role === 'user');
  if (last < 0) return [...messages, { role: 'user', content: blocks }];
  return messages.map((message, index) =>
    index === last
      ? { ...message, content: [...blocks, ...(message.content === '' ? [] : [{ type: 'text', text: message.content }])] }
      : message,
  );
}

/** Returns the tools that Anthropic runs. */
function serviceTools(options: OptionValues): readonly JsonObject[] {
  const domains = (name: string): readonly string[] | undefined => {
    const list = commaList(options.text(name));
    return list.length === 0 ? undefined : list;
  };
  const search = {
    type: 'web_search_20250305',
    name: 'web_search',
    ...defined({
      max_uses: options.number('maxUses', 1),
      allowed_domains: domains('allowedDomains'),
      blocked_domains: domains('blockedDomains'),
    }),
  };
  return [
    ...(options.flag('codeExecution') === true ? [{ type: 'code_execution_20250825', name: 'code_execution' }] : []),
    ...(options.flag('webSearch') === true ? [search] : []),
  ];
}

/** Returns an operation that asks about files. `urls`: parameter with their addresses; `kind`: what they are. */
export const analyzeFiles =
  (urls: string, kind: 'image' | 'document'): Operation =>
  async (call) => {
    const { ctx, itemIndex } = call;
    const isUrl = ctx.param('inputType', itemIndex, 'url') === 'url';
    const content = [
      ...(await fileBlocks(call, isUrl ? urls : undefined, kind)),
      { type: 'text', text: requiredText(call, 'text', 'Text Input') },
    ];
    const json = {
      model: modelOf(call),
      max_tokens: new OptionValues(ctx, itemIndex).number('maxTokens', 1) ?? DEFAULT_TOKENS,
      messages: [{ role: 'user', content }],
    };
    const response: Message = await (await serviceOf(call)).json({ path: '/messages', json });
    return { json: outputOf(call, response, false) };
  };
