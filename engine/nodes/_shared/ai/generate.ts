// Asks a language model, with the loop that runs the tools which it calls. The library is loaded on first use.
import type { LanguageModelV4, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type * as AiModule from 'ai';
import type { ModelMessage, StepResult, ToolSet } from 'ai';
import type { JsonObject, JsonValue } from '../../../contract/json.ts';
import { errorData, errorMessage, type AgentTool, type ToolOutput } from '../../../sdk/index.ts';

export type EndingTool = Pick<AgentTool, 'name' | 'description' | 'inputSchema'>;

export interface Question {
  readonly model: LanguageModelV4;
  /** System message. */
  readonly instructions?: string | undefined;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly AgentTool[];
  /** Tools that end the loop when the model calls them. */
  readonly endingTools?: readonly EndingTool[];
  /** Whether the first request must be answered by a call of a tool. */
  readonly mustCallTool?: boolean;
  /** Maximum number of requests. Default: 1. */
  readonly maxSteps?: number;
  readonly signal: AbortSignal;
  /** Receives the text of the answer while it arrives. */
  readonly onText?: ((text: string) => void) | undefined;
}

export interface Answer {
  readonly text: string;
  /** Calls of tools with their results, in order. */
  readonly calls: readonly MadeCall[];
  /** A call of an ending tool; absent if the model did not call one. */
  readonly ending?: MadeCall;
  /** Whether the model wanted to go on after the last request. */
  readonly isUnfinished: boolean;
}

export interface MadeCall {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** What the model wrote before the call. */
  readonly thought: string;
  /** The result as the model received it; empty for an ending tool. */
  readonly result: string;
}

type Library = typeof AiModule;
let library: Promise<Library> | undefined;

/** Returns the library that all root nodes share. */
async function loaded(): Promise<Library> {
  library ??= import('ai');
  // Warnings about settings that a model ignores would be written to the console.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  return library;
}

/** Asks the model. Throws NodeError, and the signal's reason. */
export async function generate(question: Question): Promise<Answer> {
  const ai = await loaded();
  const { model, instructions, messages, tools = [], endingTools = [], mustCallTool = false, maxSteps = 1, signal, onText } = question;
  const called: ToolSet = {};
  for (const tool of tools) called[tool.name] = runnableTool(ai, tool);
  for (const { name, description, inputSchema } of endingTools)
    called[name] = ai.tool({ description, inputSchema: ai.jsonSchema(inputSchema) });
  // Services differ in where they accept system messages; all of them accept one at the beginning.
  const rules = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const system = [...(instructions === undefined || instructions === '' ? [] : [instructions]), ...rules].join('\n\n');
  const options = {
    model,
    ...(system === '' ? {} : { instructions: system }),
    messages: messages.filter(({ role }) => role !== 'system'),
    tools: called,
    // The model repeats failed requests by itself.
    maxRetries: 0,
    stopWhen: ai.isStepCount(maxSteps),
    prepareStep: ({ stepNumber }: { readonly stepNumber: number }) =>
      mustCallTool && stepNumber === 0 ? { toolChoice: 'required' as const } : {},
    abortSignal: signal,
    // Files are part of the prompt. The library must not fetch what a prompt refers to.
    experimental_download: async (requested: readonly object[]) => requested.map(() => null),
  };
  const steps = onText === undefined ? (await ai.generateText(options)).steps : await streamedSteps(ai, options, onText);
  signal.throwIfAborted();
  return answerOf(steps, new Set(endingTools.map(({ name }) => name)));
}

async function streamedSteps(
  ai: Library,
  options: Parameters<Library['streamText']>[0],
  onText: (text: string) => void,
): Promise<readonly StepResult<ToolSet>[]> {
  // Errors arrive as a part of the stream.
  const result = ai.streamText({ ...options, onError: () => undefined });
  for await (const part of result.fullStream) {
    if (part.type === 'text-delta') onText(part.text);
    else if (part.type === 'error') throw part.error;
  }
  return result.steps;
}

function runnableTool(ai: Library, tool: AgentTool): ToolSet[string] {
  return ai.tool({
    description: tool.description,
    inputSchema: ai.jsonSchema<JsonObject>(tool.inputSchema),
    execute: (args, { toolCallId, abortSignal }) =>
      tool.call(args, { id: toolCallId, signal: abortSignal ?? new AbortController().signal }),
    toModelOutput: ({ output }: { readonly output: ToolOutput }) => modelOutput(output),
  });
}

function modelOutput(output: ToolOutput): LanguageModelV4ToolResultOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  if (isContent(output)) return { type: 'content', value: [...output.content] };
  return { type: 'json', value: (output ?? null) as never };
}

const isContent = (output: ToolOutput): output is Extract<ToolOutput, { readonly content: unknown }> & { readonly content: readonly [] } =>
  typeof output === 'object' && output !== null && 'content' in output && Array.isArray(output.content);

function answerOf(steps: readonly StepResult<ToolSet>[], endings: ReadonlySet<string>): Answer {
  const calls: MadeCall[] = [];
  let ending: MadeCall | undefined;
  for (const step of steps) {
    for (const { toolCallId: id, toolName: tool, input } of step.toolCalls) {
      const made = { id, tool, args: argumentsOf(input), thought: step.text, result: resultOf(step, id) };
      if (endings.has(tool)) ending ??= made;
      else calls.push(made);
    }
  }
  const last = steps.at(-1);
  return {
    text: last?.text ?? '',
    calls,
    ...(ending === undefined ? {} : { ending }),
    isUnfinished: ending === undefined && last?.finishReason === 'tool-calls',
  };
}

/** Arguments that are not a JSON object stay as the model wrote them. */
const argumentsOf = (input: unknown): JsonObject =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as JsonObject) : { input };

function resultOf({ content }: StepResult<ToolSet>, id: string): string {
  for (const part of content) {
    if (part.type === 'tool-result' && part.toolCallId === id) return textOf(part.output as ToolOutput);
    if (part.type === 'tool-error' && part.toolCallId === id) return errorMessage(errorData(part.error));
  }
  return '';
}

const textOf = (output: ToolOutput | JsonValue): string => (typeof output === 'string' ? output : JSON.stringify(output));
