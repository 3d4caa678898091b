// Ollama: messages and images to models on this computer, or on another with Ollama.
import type { JsonObject } from '../../contract/json.ts';
import {
  countedCall,
  defineNode,
  type DetachedContext,
  type ExecuteContext,
  type ListSearchResult,
  type NodeOutput,
} from '../../sdk/index.ts';
import { listedModels } from '../_shared/ai/models/model-list.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';
import { ollamaModels } from '../_shared/ai/models/ollama/ollama-lists.ts';
import type { OllamaToolCall } from '../_shared/ai/models/ollama/ollama-messages.ts';
import { callOllama, durationOf, ollamaLines, ollamaService } from '../_shared/ai/models/ollama/ollama-service.ts';
import { repeated } from '../_shared/ai/persistent-model.ts';
import {
  commaList,
  entriesOf,
  isSimplified,
  modelOf,
  requiredText,
  runOperations,
  textIn,
  type Operation,
  type OperationCall,
} from '../_shared/ai/services/node-operations.ts';
import { addressesIn, base64Of, fetchedFile, itemFiles } from '../_shared/ai/services/service-files.ts';
import { tokensIn } from '../_shared/ai/services/service-tokens.ts';
import { answerWithTools, functionTools, type RequestedCall } from '../_shared/ai/services/tool-rounds.ts';
import { description } from './description.ts';

const MAX_RETRIES = 2;

interface Chat extends JsonObject {
  readonly message: { readonly content: string; readonly thinking?: string; readonly tool_calls?: readonly OllamaToolCall[] };
}

const numbers = [
  'temperature',
  'top_p',
  'top_k',
  'num_predict',
  'frequency_penalty',
  'presence_penalty',
  'repeat_penalty',
  'num_ctx',
  'repeat_last_n',
  'min_p',
  'seed',
  'main_gpu',
  'num_batch',
  'num_gpu',
  'num_thread',
];
const flags = ['low_vram', 'penalize_newline', 'use_mlock', 'use_mmap', 'vocab_only'];

/** Returns the fields of the options that the user has added. */
function fieldsOf(options: OptionValues): JsonObject {
  const stop = commaList(options.text('stop'));
  const settings: JsonObject = defined({
    ...Object.fromEntries(numbers.map((name) => [name, options.number(name)])),
    ...Object.fromEntries(flags.map((name) => [name, options.flag(name)])),
    stop: stop.length === 0 ? undefined : stop,
  });
  return {
    ...defined({ think: options.flag('think'), format: options.text('format'), keep_alive: durationOf(options.text('keep_alive')) }),
    ...(Object.keys(settings).length === 0 ? {} : { options: settings }),
  };
}

/** Asks a model, with the connected tools. The system message comes first. */
async function ask(call: OperationCall, given: readonly JsonObject[]): Promise<{ readonly json: JsonObject }> {
  const { ctx, itemIndex, attached } = call;
  const options = new OptionValues(ctx, itemIndex);
  const system = options.text('system');
  const messages: JsonObject[] = [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...given];
  const tools = await attached.tools(itemIndex);
  const body = {
    model: modelOf(call),
    ...fieldsOf(options),
    ...functionTools(tools),
  };
  const chat = await answerWithTools<Chat>(call, {
    tools,
    send: () =>
      countedCall(
        ctx.models,
        { provider: 'ollama', model: body.model },
        () => repeated(ctx, MAX_RETRIES, () => chatOf(call, { ...body, messages: [...messages] })),
        tokensIn,
      ),
    callsIn: ({ message }): readonly RequestedCall[] =>
      (message.tool_calls ?? []).map(({ id = '', function: { name, arguments: args } }) => ({ id, name, args })),
    append: ({ message }, results) => {
      messages.push(message);
      for (const { id, name, result } of results) {
        messages.push({ role: 'tool', tool_name: name, content: result, ...(id === '' ? {} : { tool_call_id: id }) });
      }
    },
  });
  return { json: isSimplified(call) ? { content: chat.message.content } : chat };
}

/** Sends one request. The answer is streamed, because a whole one can take longer than any timeout. */
async function chatOf({ ctx, itemIndex }: OperationCall, body: JsonObject & { readonly model: string }): Promise<Chat> {
  const service = await ollamaService(ctx, itemIndex);
  const response = await callOllama({ ctx, itemIndex, service, path: '/api/chat', body: { ...body, stream: true }, signal: ctx.signal });
  let [content, thinking] = ['', ''];
  let last: JsonObject = {};
  const calls: OllamaToolCall[] = [];
  for await (const line of ollamaLines(response)) {
    const { message = {} } = line as { readonly message?: Partial<Chat['message']> };
    content += message.content ?? '';
    thinking += message.thinking ?? '';
    calls.push(...(message.tool_calls ?? []));
    last = line;
  }
  const message = {
    role: 'assistant',
    content,
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return { ...last, message };
}

const messageModel: Operation = (call) =>
  ask(
    call,
    entriesOf(call, 'messages.values').map(({ role = 'user', content }) => ({ role: textIn(role), content: textIn(content) })),
  );

const analyzeImages: Operation = async (call) => {
  const isUrl = call.ctx.param('inputType', call.itemIndex, 'binary') === 'url';
  const files = isUrl ? await Promise.all(addressesIn(call, 'imageUrls').map((url) => fetchedFile(call, url))) : itemFiles(call);
  const images = await Promise.all(files.map((file) => base64Of(call, file)));
  return ask(call, [{ role: 'user', content: requiredText(call, 'text', 'Text Input'), images }]);
};

const operations: ReadonlyMap<string, Operation> = new Map([
  ['text.message', messageModel],
  ['image.analyze', analyzeImages],
]);

async function modelSearch(ctx: DetachedContext, filter?: string): Promise<ListSearchResult> {
  const models = await ollamaModels(ctx);
  return listedModels(
    models.map(({ name }) => name),
    filter,
  );
}

export const ollama = defineNode({
  type: '@n8n/n8n-nodes-langchain.ollama',
  icon: 'icon.svg',
  versions: [
    {
      description,
      methods: { listSearch: { modelSearch } },
      execute: (ctx: ExecuteContext): Promise<NodeOutput> => runOperations(ctx, operations),
    },
  ],
});
