// A language model whose calls are recorded as runs of its node: the messages, the answer, the tokens.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { JsonObject } from '../../../contract/json.ts';
import type { ModelTokens, ModelUse } from '../../../contract/model-use.ts';
import type { ConnectedNode, ModelCall } from '../../../sdk/index.ts';
import { promptText } from './prompt-text.ts';

type Answer = Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage'>;

/** Returns the model; each of its calls is a run of `node`. */
export function recordedModel(node: ConnectedNode, model: LanguageModelV4): LanguageModelV4 {
  const begin = (options: LanguageModelV4CallOptions): Use => new Use(node, model, options);
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: async (options) => {
      const use = begin(options);
      try {
        await use.count();
        const result = await model.doGenerate(options);
        use.end(result);
        return result;
      } catch (error) {
        throw use.fail(error);
      }
    },
    doStream: async (options) => {
      const use = begin(options);
      try {
        await use.count();
        const result = await model.doStream(options);
        return { ...result, stream: result.stream.pipeThrough(new TransformStream(new StreamRecorder(use))) };
      } catch (error) {
        throw use.fail(error);
      }
    },
  };
}

/** One call of a model. */
class Use {
  readonly #node: ConnectedNode;
  readonly #model: LanguageModelV4;
  readonly #run: number;
  #call: ModelCall | undefined;

  constructor(node: ConnectedNode, model: LanguageModelV4, options: LanguageModelV4CallOptions) {
    this.#node = node;
    this.#model = model;
    this.#run = node.begin([[{ json: inputOf(model.modelId, options) }]]);
  }

  /** Throws NodeError MODEL_LIMIT_REACHED: the model must not be called then. */
  async count(): Promise<void> {
    const { provider, modelId } = this.#model;
    this.#call = await this.#node.models.begin({ provider, model: modelId });
  }

  end(answer: Answer): void {
    const { inputTokens, outputTokens } = answer.usage;
    const [input, output] = [inputTokens.total, outputTokens.total];
    const tokens =
      input === undefined && output === undefined
        ? undefined
        : {
            input: input ?? 0,
            output: output ?? 0,
            ...(inputTokens.cacheRead === undefined ? {} : { cachedInput: inputTokens.cacheRead }),
          };
    this.#node.end(this.#run, { outputs: [[{ json: outputOf(this.#model.modelId, answer) }]], ...this.#recordedUse(tokens) });
  }

  fail(error: unknown): unknown {
    this.#node.end(this.#run, { error, ...this.#recordedUse() });
    return error;
  }

  /** Ends a call whose answer is no longer read. */
  leave(): void {
    this.#call?.end();
  }

  #recordedUse(tokens?: ModelTokens): { readonly modelUse?: readonly ModelUse[] } {
    return this.#call === undefined ? {} : { modelUse: [this.#call.end(tokens)] };
  }
}

/** Collects the answer from its parts, and passes them on. */
class StreamRecorder {
  readonly #use: Use;
  readonly #texts = new Map<string, { readonly type: 'text' | 'reasoning'; text: string }>();
  readonly #calls: LanguageModelV4Content[] = [];
  #hasEnded = false;

  constructor(use: Use) {
    this.#use = use;
  }

  transform(part: LanguageModelV4StreamPart, controller: TransformStreamDefaultController<LanguageModelV4StreamPart>): void {
    if (part.type === 'text-start') this.#texts.set(part.id, { type: 'text', text: '' });
    else if (part.type === 'reasoning-start') this.#texts.set(part.id, { type: 'reasoning', text: '' });
    else if (part.type === 'text-delta' || part.type === 'reasoning-delta') this.#add(part.id, part.delta);
    else if (part.type === 'tool-call') this.#calls.push(part);
    else if (part.type === 'finish') this.#end(() => this.#use.end({ ...part, content: [...this.#texts.values(), ...this.#calls] }));
    else if (part.type === 'error') this.#end(() => this.#use.fail(part.error));
    controller.enqueue(part);
  }

  flush(): void {
    this.#end(() => this.#use.fail(new Error('The answer ended early.')));
  }

  /** Called when the run is stopped, or the service breaks off. */
  cancel(): void {
    this.#end(() => this.#use.leave());
  }

  #add(id: string, delta: string): void {
    const text = this.#texts.get(id);
    if (text !== undefined) text.text += delta;
  }

  #end(end: () => void): void {
    if (!this.#hasEnded) end();
    this.#hasEnded = true;
  }
}

const CHARACTERS_PER_TOKEN = 4;

/** Settings of a call that are recorded with it. */
const recordedSettings = [
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'frequencyPenalty',
  'presencePenalty',
  'seed',
  'reasoning',
] as const;

function inputOf(model: string, options: LanguageModelV4CallOptions): JsonObject {
  const text = promptText(options.prompt);
  const settings = recordedSettings.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  const tools = (options.tools ?? []).map(({ name }) => name);
  return {
    messages: [text],
    estimatedTokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
    options: { model, ...Object.fromEntries(settings), ...(tools.length === 0 ? {} : { tools }) },
  };
}

function outputOf(model: string, { content, finishReason, usage }: Answer): JsonObject {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const reasoning = content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('');
  const toolCalls = content.flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.toolCallId, name: part.toolName, args: argumentsOf(part.input) }] : [],
  );
  const generation = {
    text,
    generationInfo: { finish_reason: finishReason.raw ?? finishReason.unified },
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
  const { inputTokens, outputTokens } = usage;
  const [promptTokens, completionTokens] = [inputTokens.total ?? 0, outputTokens.total ?? 0];
  return {
    response: { generations: [[generation]] },
    tokenUsage: {
      completionTokens,
      promptTokens,
      totalTokens: promptTokens + completionTokens,
      ...(inputTokens.cacheRead === undefined ? {} : { cachedTokens: inputTokens.cacheRead }),
    },
    model,
  };
}

function argumentsOf(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
