// A language model of core as a root node of a package uses it, by messages.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import type { JsonObject } from '../../../contract/json.ts';
import { collectedAnswer } from '../../../nodes/_shared/ai/models/collected-answer.ts';
import type { ModelAnswer, ModelRequest, PartFile, PartMessage, PartMethods, PartUse } from '../../../packages/process/part-protocol.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';

export const serveModel =
  (model: LanguageModelV4): PartMethods['generate'] =>
  async (request, { signal, onDelta }) => {
    const options = optionsOf(request, signal);
    if (!request.isStreamed || onDelta === undefined) return answerOf(await model.doGenerate(options));
    const { stream, ...rest } = await model.doStream(options);
    return answerOf(await collectedAnswer({ ...rest, stream: stream.pipeThrough(deltas(onDelta)) }));
  };

/** Passes on the texts of a stream while it is read. */
const deltas = (onDelta: NonNullable<PartUse['onDelta']>): TransformStream =>
  new TransformStream<{ readonly type: string; readonly delta?: string }>({
    transform: (part, controller) => {
      if (part.type === 'text-delta') onDelta({ type: 'text', text: part.delta ?? '' });
      else if (part.type === 'reasoning-delta') onDelta({ type: 'reasoning', text: part.delta ?? '' });
      controller.enqueue(part);
    },
  });

function optionsOf({ messages, tools, toolChoice, stop }: ModelRequest, abortSignal: AbortSignal): LanguageModelV4CallOptions {
  return {
    prompt: promptOf(messages),
    abortSignal,
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: 'function', ...tool })) }),
    ...(toolChoice === undefined
      ? {}
      : { toolChoice: toolChoice === 'any' ? { type: 'required' } : { type: 'tool', toolName: toolChoice.tool } }),
    ...(stop === undefined ? {} : { stopSequences: [...stop] }),
  };
}

/** Results of tools that belong to one message of the model are one message. */
function promptOf(messages: readonly PartMessage[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  for (const message of messages) {
    switch (message.role) {
      case 'system':
        prompt.push({ role: 'system', content: message.text });
        break;
      case 'user': {
        const texts = message.text === '' && message.files !== undefined ? [] : [{ type: 'text' as const, text: message.text }];
        prompt.push({ role: 'user', content: [...texts, ...(message.files ?? []).map((file) => filePart(file))] });
        break;
      }
      case 'assistant': {
        const calls = (message.toolCalls ?? []).map(({ id, tool, args }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: tool,
          input: args,
        }));
        const texts = message.text === '' && calls.length > 0 ? [] : [{ type: 'text' as const, text: message.text }];
        prompt.push({ role: 'assistant', content: [...texts, ...calls] });
        break;
      }
      default: {
        const last = prompt.at(-1);
        const result = {
          type: 'tool-result' as const,
          toolCallId: message.callId,
          toolName: message.tool,
          output: { type: 'text' as const, value: message.text },
        };
        if (last?.role === 'tool') last.content.push(result);
        else prompt.push({ role: 'tool', content: [result] });
      }
    }
  }
  return prompt;
}

const filePart = ({ mediaType, name, content }: PartFile): LanguageModelV4FilePart => ({
  type: 'file',
  mediaType,
  ...(name === undefined ? {} : { filename: name }),
  data: 'url' in content ? { type: 'url', url: new URL(content.url) } : { type: 'data', data: content.base64 },
});

type Result = Awaited<ReturnType<LanguageModelV4['doGenerate']>>;

function answerOf({
  content,
  finishReason,
  usage: { inputTokens, outputTokens },
}: Pick<Result, 'content' | 'finishReason' | 'usage'>): ModelAnswer {
  return {
    text: textOf(content, 'text'),
    reasoning: textOf(content, 'reasoning'),
    toolCalls: content.flatMap((part) =>
      part.type === 'tool-call' ? [{ id: part.toolCallId, tool: part.toolName, args: argumentsOf(part.input) }] : [],
    ),
    finishReason: finishReason.raw ?? finishReason.unified,
    ...(inputTokens.total === undefined && outputTokens.total === undefined
      ? {}
      : {
          tokens: {
            input: inputTokens.total ?? 0,
            output: outputTokens.total ?? 0,
            ...(inputTokens.cacheRead === undefined ? {} : { cached: inputTokens.cacheRead }),
            ...(outputTokens.reasoning === undefined ? {} : { reasoning: outputTokens.reasoning }),
          },
        }),
  };
}

const textOf = (content: readonly LanguageModelV4Content[], type: 'text' | 'reasoning'): string =>
  content.flatMap((part) => (part.type === type ? [part.text] : [])).join('');

/** The model may have written anything. */
function argumentsOf(input: string): JsonObject {
  try {
    const args: unknown = JSON.parse(input);
    return isRecord(args) ? (args as JsonObject) : { input: args };
  } catch {
    return { input };
  }
}
