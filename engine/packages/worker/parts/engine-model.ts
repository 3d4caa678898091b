// A language model of core, or of another package, as a chat model of the package's own LangChain.
import type { JsonObject } from '../../../contract/json.ts';
import type { JsonSchema } from '../../../sdk/index.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import type {
  ModelAnswer,
  ModelDelta,
  ModelRequest,
  PartInput,
  PartMethod,
  PartOutput,
  PartUse,
  ToolSchema,
} from '../../process/part-protocol.ts';
import type { PackageLoader } from '../loader.ts';
import { plainMessages } from './messages.ts';

/** Uses the part. */
export type Ask = <M extends PartMethod>(method: M, input: PartInput<M>, use?: Partial<PartUse>) => Promise<PartOutput<M>>;

/** Options of a call, with what `bindTools` has bound. */
interface CallOptions {
  readonly tools?: readonly OpenAiTool[];
  readonly tool_choice?: unknown;
  readonly stop?: readonly string[];
  readonly signal?: AbortSignal;
}

interface OpenAiTool {
  readonly function: { readonly name: string; readonly description?: string; readonly parameters?: JsonSchema };
}

interface Runnable {
  bind?(kwargs: object): unknown;
  withConfig?(config: object): unknown;
}

/** Told about each part of an answer. */
interface RunManager {
  handleLLMNewToken?(text: string): Promise<void>;
}

type Class = new (...args: readonly unknown[]) => Runnable;

/** Throws ApplicationError if the package lacks LangChain. */
export function engineModel(loader: PackageLoader, ask: Ask): object {
  const { BaseChatModel } = loader.module('@langchain/core/language_models/chat_models') as { BaseChatModel: Class };
  const { AIMessage, AIMessageChunk } = loader.module('@langchain/core/messages') as Record<'AIMessage' | 'AIMessageChunk', Class>;
  const { ChatGenerationChunk } = loader.module('@langchain/core/outputs') as { ChatGenerationChunk: Class };
  const { convertToOpenAITool } = loader.module('@langchain/core/utils/function_calling') as {
    readonly convertToOpenAITool: (tool: unknown) => OpenAiTool;
  };

  class EngineModel extends BaseChatModel {
    _llmType(): string {
      return 'millrace';
    }

    bindTools(tools: readonly unknown[], options: object = {}): unknown {
      const bound = { ...options, tools: tools.map((tool) => (isOpenAiTool(tool) ? tool : convertToOpenAITool(tool))) };
      // Newer versions of LangChain have no `bind`.
      return typeof this.bind === 'function' ? this.bind(bound) : this.withConfig?.(bound);
    }

    async _generate(messages: readonly unknown[], options: CallOptions): Promise<object> {
      const answer = await ask('generate', requestOf(messages, options, false), useOf(options));
      const { text, toolCalls, tokens } = answer;
      // Newer versions of LangChain read structured output from chunks only.
      const Message = typeof this.bind === 'function' ? AIMessage : AIMessageChunk;
      const message = new Message({
        content: text,
        tool_calls: toolCalls.map(({ id, tool, args }) => ({ id, name: tool, args, type: 'tool_call' })),
        ...endOf(answer),
      });
      const tokenUsage = { promptTokens: tokens?.input, completionTokens: tokens?.output, totalTokens: total(answer) };
      return { generations: [{ text, message }], llmOutput: tokens === undefined ? {} : { tokenUsage } };
    }

    async *_streamResponseChunks(messages: readonly unknown[], options: CallOptions, manager?: RunManager): AsyncGenerator {
      const { signal } = useOf(options);
      const answering = Promise.withResolvers<ModelAnswer>();
      const deltas = new ReadableStream<ModelDelta>({
        start: (controller) => {
          const use = { ...(signal === undefined ? {} : { signal }), onDelta: (delta: ModelDelta) => controller.enqueue(delta) };
          ask('generate', requestOf(messages, options, true), use).then(
            (answer) => {
              answering.resolve(answer);
              controller.close();
            },
            (error: unknown) => controller.error(error),
          );
        },
      });
      for await (const { type, text } of deltas) {
        if (type !== 'text') continue;
        yield new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text }) });
        await manager?.handleLLMNewToken?.(text);
      }
      const answer = await answering.promise;
      const calls = answer.toolCalls.map(({ id, tool, args }, index) => ({
        id,
        name: tool,
        args: JSON.stringify(args),
        index,
        type: 'tool_call_chunk',
      }));
      yield new ChatGenerationChunk({ text: '', message: new AIMessageChunk({ content: '', tool_call_chunks: calls, ...endOf(answer) }) });
    }
  }

  return new EngineModel({});
}

const isOpenAiTool = (tool: unknown): tool is OpenAiTool => isRecord(tool) && tool['type'] === 'function' && isRecord(tool['function']);

const useOf = ({ signal }: CallOptions): Partial<PartUse> => (signal === undefined ? {} : { signal });

function requestOf(
  messages: readonly unknown[],
  { tools = [], tool_choice: choice, stop }: CallOptions,
  isStreamed: boolean,
): ModelRequest {
  const required = requiredTool(choice);
  return {
    messages: plainMessages(messages),
    tools: choice === 'none' ? [] : tools.map((tool) => schemaOf(tool)),
    ...(required === undefined ? {} : { toolChoice: required }),
    ...(stop === undefined ? {} : { stop }),
    isStreamed,
  };
}

const schemaOf = ({ function: { name, description = '', parameters } }: OpenAiTool): ToolSchema => ({
  name,
  description,
  inputSchema: parameters ?? { type: 'object', properties: {} },
});

/** The services of models name the choice in different ways. */
function requiredTool(choice: unknown): ModelRequest['toolChoice'] {
  if (choice === undefined || choice === null || choice === 'auto' || choice === 'none') return undefined;
  if (choice === 'any' || choice === 'required') return 'any';
  if (typeof choice === 'string') return { tool: choice };
  const { function: called, name, type } = choice as { readonly function?: JsonObject; readonly name?: unknown; readonly type?: unknown };
  const tool = called?.['name'] ?? name;
  return typeof tool === 'string' ? { tool } : type === 'any' ? 'any' : undefined;
}

const total = ({ tokens }: ModelAnswer): number => (tokens?.input ?? 0) + (tokens?.output ?? 0);

const endOf = (answer: ModelAnswer): object => ({
  response_metadata: answer.finishReason === undefined ? {} : { finish_reason: answer.finishReason },
  ...(answer.reasoning === '' ? {} : { additional_kwargs: { reasoning_content: answer.reasoning } }),
  ...(answer.tokens === undefined
    ? {}
    : {
        usage_metadata: {
          input_tokens: answer.tokens.input,
          output_tokens: answer.tokens.output,
          total_tokens: total(answer),
          ...(answer.tokens.cached === undefined ? {} : { input_token_details: { cache_read: answer.tokens.cached } }),
          ...(answer.tokens.reasoning === undefined ? {} : { output_token_details: { reasoning: answer.tokens.reasoning } }),
        },
      }),
});
