// A language model of a package as root nodes of core use it. It repeats failed requests by itself.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FilePart,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { JsonObject } from '../../../contract/json.ts';
import { resultText } from '../../../nodes/_shared/ai/prompt-text.ts';
import type { PackagePart } from '../../../packages/process/call-channel.ts';
import type { ModelAnswer, ModelDelta, ModelRequest, PartFile, PartMessage } from '../../../packages/process/part-protocol.ts';
import { NodeError } from '../../../sdk/index.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';

/** `provider`: type of the node. */
export function packageModel(part: PackagePart, provider: string): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider,
    modelId: part.description.model ?? provider,
    supportedUrls: {},
    doGenerate: async (options) => {
      const { abortSignal: signal = new AbortController().signal } = options;
      return resultOf(await part.use('generate', requestOf(options, false), { signal }), options);
    },
    doStream: async (options) => ({ stream: await answerStream(part, options) }),
  };
}

/** Returns the answer in parts. Rejects if it fails before the first one, so that another model can answer instead. */
async function answerStream(part: PackagePart, options: LanguageModelV4CallOptions): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  const cancelled = new AbortController();
  const { abortSignal } = options;
  const signal = abortSignal === undefined ? cancelled.signal : AbortSignal.any([abortSignal, cancelled.signal]);
  const started = Promise.withResolvers<void>();
  let controller!: ReadableStreamDefaultController<LanguageModelV4StreamPart>;
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    start: (each) => void (controller = each),
    cancel: () => cancelled.abort(new Error('The answer is no longer needed.')),
  });
  const blocks = new Blocks((each) => controller.enqueue(each));
  controller.enqueue({ type: 'stream-start', warnings: warningsOf(options) });
  const onDelta = (delta: ModelDelta): void => {
    if (signal.aborted) return;
    blocks.add(delta);
    started.resolve();
  };
  part.use('generate', requestOf(options, true), { signal, onDelta }).then(
    (answer) => {
      started.resolve();
      if (cancelled.signal.aborted) return;
      blocks.end();
      for (const call of contentOf({ ...answer, text: '', reasoning: '' })) controller.enqueue(call as LanguageModelV4StreamPart);
      controller.enqueue({ type: 'finish', usage: usageOf(answer), finishReason: finishReasonOf(answer) });
      controller.close();
    },
    (error: unknown) => {
      started.reject(error);
      if (!cancelled.signal.aborted) controller.error(error);
    },
  );
  await started.promise;
  return stream;
}

/** The texts and thoughts of an answer, as blocks of a stream. */
class Blocks {
  readonly #send: (part: LanguageModelV4StreamPart) => void;
  #open: ModelDelta['type'] | undefined;
  #count = 0;

  constructor(send: (part: LanguageModelV4StreamPart) => void) {
    this.#send = send;
  }

  add({ type, text }: ModelDelta): void {
    if (this.#open !== type) {
      this.end();
      this.#open = type;
      this.#send({ type: `${type}-start`, id: this.#id });
    }
    this.#send({ type: `${type}-delta`, id: this.#id, delta: text });
  }

  end(): void {
    if (this.#open !== undefined) this.#send({ type: `${this.#open}-end`, id: this.#id });
    this.#open = undefined;
    this.#count++;
  }

  get #id(): string {
    return String(this.#count);
  }
}

/** Settings that the model's own node has. A request cannot change them. */
const ownSettings = [
  'temperature', 'topP', 'topK', 'maxOutputTokens', 'presencePenalty', 'frequencyPenalty', 'seed', 'responseFormat',
] as const; // oxfmt-ignore

const warningsOf = (options: LanguageModelV4CallOptions): LanguageModelV4GenerateResult['warnings'] =>
  ownSettings.flatMap((feature) => (options[feature] === undefined ? [] : [{ type: 'unsupported', feature }]));

const resultOf = (answer: ModelAnswer, options: LanguageModelV4CallOptions): LanguageModelV4GenerateResult => ({
  content: contentOf(answer),
  finishReason: finishReasonOf(answer),
  usage: usageOf(answer),
  warnings: warningsOf(options),
});

const contentOf = ({ text, reasoning, toolCalls }: ModelAnswer): LanguageModelV4Content[] => [
  ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
  ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ...toolCalls.map(({ id, tool, args }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: tool,
    input: JSON.stringify(args),
  })),
];

const lengths: ReadonlySet<string> = new Set(['length', 'max_tokens', 'MAX_TOKENS']);
const filters: ReadonlySet<string> = new Set(['content_filter', 'SAFETY', 'refusal']);

function finishReasonOf({ toolCalls, finishReason: raw }: ModelAnswer): LanguageModelV4FinishReason {
  if (toolCalls.length > 0) return { unified: 'tool-calls', raw };
  if (raw === undefined) return { unified: 'stop', raw };
  return { unified: lengths.has(raw) ? 'length' : filters.has(raw) ? 'content-filter' : 'stop', raw };
}

function usageOf({ tokens }: ModelAnswer): LanguageModelV4Usage {
  const { input, output, cached, reasoning } = tokens ?? {};
  return {
    inputTokens: { total: input, noCache: undefined, cacheRead: cached, cacheWrite: undefined },
    outputTokens: { total: output, text: undefined, reasoning },
  };
}

function requestOf({ prompt, tools = [], toolChoice, stopSequences }: LanguageModelV4CallOptions, isStreamed: boolean): ModelRequest {
  const functions = tools.flatMap((tool) =>
    tool.type === 'function' ? [{ name: tool.name, description: tool.description ?? '', inputSchema: tool.inputSchema }] : [],
  );
  const choice = toolChoice?.type === 'tool' ? { tool: toolChoice.toolName } : ('any' as const);
  const mustCall = toolChoice?.type === 'tool' || toolChoice?.type === 'required';
  return {
    messages: prompt.flatMap((message) => messagesOf(message)),
    tools: toolChoice?.type === 'none' ? [] : functions,
    ...(mustCall ? { toolChoice: choice } : {}),
    ...(stopSequences === undefined ? {} : { stop: stopSequences }),
    isStreamed,
  };
}

function messagesOf(message: LanguageModelV4Message): readonly PartMessage[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', text: message.content }];
    case 'user': {
      const texts = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : textOfFile(part)));
      const files = message.content.flatMap((part) => (part.type === 'file' && part.data.type !== 'text' ? [fileOf(part)] : []));
      return [{ role: 'user', text: texts.join('\n'), ...(files.length === 0 ? {} : { files }) }];
    }
    case 'assistant': {
      const text = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
      const toolCalls = message.content.flatMap((part) =>
        part.type === 'tool-call' ? [{ id: part.toolCallId, tool: part.toolName, args: argumentsOf(part.input) }] : [],
      );
      return [{ role: 'assistant', text, ...(toolCalls.length === 0 ? {} : { toolCalls }) }];
    }
    default:
      return message.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [{ role: 'tool' as const, callId: part.toolCallId, tool: part.toolName, text: resultText(part.output) }]
          : [],
      );
  }
}

const argumentsOf = (input: unknown): JsonObject => (isRecord(input) ? (input as JsonObject) : { input });

const textOfFile = ({ data }: LanguageModelV4FilePart): readonly string[] => (data.type === 'text' ? [data.text] : []);

function fileOf({ data, mediaType, filename }: LanguageModelV4FilePart): PartFile {
  const named = filename === undefined ? { mediaType } : { mediaType, name: filename };
  if (data.type === 'url') return { ...named, content: { url: data.url.href } };
  if (data.type !== 'data') throw new NodeError(`A file of the type "${mediaType}" cannot be passed to this model.`);
  return { ...named, content: { base64: typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64') } };
}
