// Asks a language model, and runs the tools that it calls until it answers. The library is loaded on first use.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type * as AiModule from 'ai';
import type { ModelMessage, StepResult, ToolSet } from 'ai';
import type { JsonObject } from '../../../contract/json.ts';
import type { AgentTool, TaskProgress } from '../../../sdk/index.ts';
import { resultMessages, runCalls, textOfResult, type ToolCallStep } from './tool-calls.ts';

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
  /** What has been done before the execution waited, and receives what is done. Without it, tools cannot wait. */
  readonly journal?: Journal | undefined;
}

interface Journal {
  /** Answers of the model with the results of their calls, as JSON. */
  readonly steps: ModelStep[];
  readonly progress: TaskProgress;
  /** Identifies the question within the task. */
  readonly key: string;
}

/** An answer of the model that has arrived. */
export interface ModelStep extends ToolCallStep {
  /** The answer in the form in which the model receives it again. */
  readonly messages: readonly ModelMessage[];
  readonly text: string;
  readonly finishReason: string;
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

/** Asks the model. Throws NodeError, CallsBlocked if tools wait, and the signal's reason. */
export async function generate(question: Question): Promise<Answer> {
  const { tools = [], endingTools = [], maxSteps = 1, signal, journal } = question;
  const endings = new Set(endingTools.map(({ name }) => name));
  const steps = journal?.steps ?? [];
  const messages = question.messages.filter(({ role }) => role !== 'system');
  for (let number = 0; ; number++) {
    const step = (steps[number] ??= await nextStep(question, messages, number));
    messages.push(...step.messages);
    const called = step.calls.filter(({ tool }) => !endings.has(tool));
    if (called.length === 0) break;
    await runCalls(step, called, { tools, signal, progress: journal?.progress, key: `${journal?.key ?? ''}:${number}` });
    messages.push(...resultMessages(step, called));
    if (called.length < step.calls.length || number + 1 >= maxSteps) break;
  }
  return answerOf(steps, endings);
}

/** Requests the next answer of the model. */
async function nextStep(question: Question, messages: readonly ModelMessage[], number: number): Promise<ModelStep> {
  const ai = await loaded();
  const { model, instructions, tools = [], endingTools = [], mustCallTool = false, signal, onText } = question;
  const known: ToolSet = {};
  for (const { name, description, inputSchema } of [...tools, ...endingTools])
    known[name] = ai.tool({ description, inputSchema: ai.jsonSchema(inputSchema) });
  // Services differ in where they accept system messages; all of them accept one at the beginning.
  const rules = question.messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const system = [...(instructions === undefined || instructions === '' ? [] : [instructions]), ...rules].join('\n\n');
  const options = {
    model,
    ...(system === '' ? {} : { instructions: system }),
    messages: [...messages],
    tools: known,
    ...(mustCallTool && number === 0 ? { toolChoice: 'required' as const } : {}),
    // The model repeats failed requests by itself.
    maxRetries: 0,
    abortSignal: signal,
    // Files are part of the prompt. The library must not fetch what a prompt refers to.
    experimental_download: async (requested: readonly object[]) => requested.map(() => null),
  };
  const [step] = onText === undefined ? (await ai.generateText(options)).steps : await streamedSteps(ai, options, onText);
  signal.throwIfAborted();
  if (step === undefined) throw new Error('The model did not answer.');
  return stepOf(step);
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

function stepOf({ response, text, finishReason, toolCalls }: StepResult<ToolSet>): ModelStep {
  const calls = toolCalls
    .filter(({ providerExecuted }) => providerExecuted !== true)
    .map((call) => ({
      id: call.toolCallId,
      tool: call.toolName,
      args: argumentsOf(call.input),
      // The message about such a call is part of the answer.
      ...(call.invalid === true ? { result: { error: messageOf(call.error) }, isAnswered: true } : {}),
    }));
  return { messages: plainMessages(response.messages), text, finishReason, calls };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Files in answers are bytes, which JSON does not have. */
const plainMessages = (messages: readonly ModelMessage[]): readonly ModelMessage[] =>
  JSON.parse(
    JSON.stringify(messages, (_key, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value)),
  ) as readonly ModelMessage[];

/** Arguments that are not a JSON object stay as the model wrote them. */
const argumentsOf = (input: unknown): JsonObject =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as JsonObject) : { input };

function answerOf(steps: readonly ModelStep[], endings: ReadonlySet<string>): Answer {
  const calls: MadeCall[] = [];
  let ending: MadeCall | undefined;
  for (const { calls: called, text: thought } of steps) {
    for (const { id, tool, args, result } of called) {
      const made = { id, tool, args, thought, result: textOfResult(result) };
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
