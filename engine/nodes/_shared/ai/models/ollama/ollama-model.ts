// A language model of Ollama, by its own API: it knows settings that the one with OpenAI's form lacks, such as the size of the context.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { JsonObject } from '../../../../../contract/json.ts';
import type { ExecuteContext } from '../../../../../sdk/index.ts';
import { collectedAnswer } from '../collected-answer.ts';
import { defined } from '../option-values.ts';
import { ollamaMessages, type OllamaToolCall } from './ollama-messages.ts';
import { callOllama, ollamaLines, type OllamaService } from './ollama-service.ts';

export interface OllamaSettings {
  readonly model: string;
  /** Entries of the request's `options`, by their names in Ollama's API. */
  readonly options: JsonObject;
  /** How long the model stays loaded: a duration such as `5m`, or seconds. */
  readonly keepAlive?: string | number | undefined;
  /** Whether the model thinks before it answers. Default: up to the model. */
  readonly think?: boolean | undefined;
  readonly isJson: boolean;
}

/** Returns the model. Its answers are always streamed, since a whole one can take longer than any timeout. */
export function ollamaModel(ctx: ExecuteContext, itemIndex: number, service: OllamaService, settings: OllamaSettings): LanguageModelV4 {
  const doStream: LanguageModelV4['doStream'] = async (options) => {
    const { body, warnings } = requestOf(settings, options);
    const response = await callOllama({ ctx, itemIndex, service, path: '/api/chat', body, signal: options.abortSignal });
    return { stream: ReadableStream.from(streamParts(response, warnings, () => ctx.uuid())), request: { body } };
  };
  return {
    specificationVersion: 'v4',
    provider: 'ollama.chat',
    modelId: settings.model,
    supportedUrls: {},
    doGenerate: async (options) => collectedAnswer(await doStream(options)),
    doStream,
  };
}

interface OllamaRequest {
  readonly body: JsonObject & { readonly model: string };
  readonly warnings: SharedV4Warning[];
}

function requestOf(settings: OllamaSettings, call: LanguageModelV4CallOptions): OllamaRequest {
  const tools = toolsOf(call);
  const warnings: SharedV4Warning[] =
    call.toolChoice?.type === 'required' && tools.length > 0 ? [{ type: 'unsupported', feature: 'toolChoice' }] : [];
  const options = { ...settings.options, ...optionsOf(call) };
  const body = {
    model: settings.model,
    messages: ollamaMessages(call.prompt),
    stream: true,
    ...(tools.length === 0 ? {} : { tools }),
    ...defined({ think: thinkOf(settings, call), format: formatOf(settings, call), keep_alive: settings.keepAlive }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
  return { body: body as OllamaRequest['body'], warnings };
}

/** A request for one tool offers only that one, as Ollama cannot be told to call it. */
const toolsOf = ({ tools = [], toolChoice }: LanguageModelV4CallOptions): readonly JsonObject[] =>
  toolChoice?.type === 'none'
    ? []
    : tools.flatMap((tool) =>
        tool.type === 'function' && (toolChoice?.type !== 'tool' || toolChoice.toolName === tool.name)
          ? [
              {
                type: 'function',
                function: { name: tool.name, description: tool.description ?? '', parameters: tool.inputSchema as JsonObject },
              },
            ]
          : [],
      );

const optionsOf = (call: LanguageModelV4CallOptions): JsonObject =>
  defined({
    temperature: call.temperature,
    top_p: call.topP,
    top_k: call.topK,
    num_predict: call.maxOutputTokens,
    presence_penalty: call.presencePenalty,
    frequency_penalty: call.frequencyPenalty,
    seed: call.seed,
    stop: call.stopSequences,
  });

const thinkOf = ({ think }: OllamaSettings, { reasoning }: LanguageModelV4CallOptions): boolean | undefined =>
  reasoning === undefined || reasoning === 'provider-default' ? think : reasoning !== 'none';

function formatOf({ isJson }: OllamaSettings, { responseFormat }: LanguageModelV4CallOptions): unknown {
  if (responseFormat?.type === 'json') return responseFormat.schema ?? 'json';
  return isJson ? 'json' : undefined;
}

interface ChatChunk {
  readonly model?: string;
  readonly message?: { readonly content?: string; readonly thinking?: string; readonly tool_calls?: readonly OllamaToolCall[] };
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
}

async function* streamParts(
  response: Response,
  warnings: SharedV4Warning[],
  newId: () => string,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings };
  const blocks = new TextBlocks();
  let hasCalls = false;
  try {
    for await (const line of ollamaLines(response)) {
      const chunk = line as ChatChunk;
      yield* blocks.add('reasoning', chunk.message?.thinking ?? '');
      yield* blocks.add('text', chunk.message?.content ?? '');
      for (const call of chunk.message?.tool_calls ?? []) {
        hasCalls = true;
        yield* blocks.end();
        yield* callParts(call, newId);
      }
      if (chunk.done !== true) continue;
      yield* blocks.end();
      yield { type: 'finish', finishReason: reasonOf(chunk, hasCalls), usage: usageOf(chunk) };
    }
  } catch (error) {
    yield { type: 'error', error };
  }
}

/** Thoughts and texts alternate; each is a block with a start and an end. */
class TextBlocks {
  #open: { readonly type: 'text' | 'reasoning'; readonly id: string } | undefined;
  #count = 0;

  *add(type: 'text' | 'reasoning', delta: string): Generator<LanguageModelV4StreamPart> {
    if (delta === '') return;
    if (this.#open?.type !== type) {
      yield* this.end();
      this.#open = { type, id: String(this.#count++) };
      yield { type: `${type}-start`, id: this.#open.id };
    }
    yield { type: `${type}-delta`, id: this.#open.id, delta };
  }

  *end(): Generator<LanguageModelV4StreamPart> {
    if (this.#open !== undefined) yield { type: `${this.#open.type}-end`, id: this.#open.id };
    this.#open = undefined;
  }
}

/** Older versions of Ollama give calls no ids. */
function* callParts(
  { id: ownId, function: { name, arguments: args } }: OllamaToolCall,
  newId: () => string,
): Generator<LanguageModelV4StreamPart> {
  const id = ownId === undefined || ownId === '' ? newId() : ownId;
  const input = typeof args === 'string' ? args : JSON.stringify(args ?? {});
  yield { type: 'tool-input-start', id, toolName: name };
  yield { type: 'tool-input-delta', id, delta: input };
  yield { type: 'tool-input-end', id };
  yield { type: 'tool-call', toolCallId: id, toolName: name, input };
}

function reasonOf({ done_reason: raw }: ChatChunk, hasCalls: boolean): LanguageModelV4FinishReason {
  if (hasCalls) return { unified: 'tool-calls', raw };
  return { unified: raw === 'stop' || raw === 'length' ? raw : 'other', raw };
}

const usageOf = ({ prompt_eval_count: input, eval_count: output }: ChatChunk): LanguageModelV4Usage => ({
  inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: output, text: undefined, reasoning: undefined },
});
