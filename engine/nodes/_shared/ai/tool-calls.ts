// Runs the calls of tools in an answer of a model, at the same time, and makes the messages with their results.
import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import type { JsonObject } from '../../../contract/json.ts';
import {
  errorData,
  errorMessage,
  isModelLimit,
  NodeError,
  type AgentTool,
  type TaskProgress,
  type ToolOutput,
} from '../../../sdk/index.ts';

type CallResult = { readonly output: ToolOutput } | { readonly error: string };

interface CallOfTool {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  result?: CallResult;
  /** Whether the messages of the answer contain the result. */
  readonly isAnswered?: boolean;
}

export interface ToolCallStep {
  readonly calls: readonly CallOfTool[];
}

/** Thrown when calls of tools can only go on after the execution has waited. All other calls have ended. */
export class CallsBlocked extends Error {}

/** An error of a tool that ends the agent, instead of being passed to the model. */
export class ToolStop extends NodeError {}

interface Running {
  readonly tools: readonly AgentTool[];
  readonly signal: AbortSignal;
  readonly progress: TaskProgress | undefined;
  /** Identifies the answer within the task. */
  readonly key: string;
}

/** Runs the calls that have no result yet. Errors are results, too. Throws CallsBlocked, ToolStop, NodeError at a limit of models, and the signal's reason. */
export async function runCalls(step: ToolCallStep, calls: readonly CallOfTool[], { tools, signal, progress, key }: Running): Promise<void> {
  const open = calls.filter(({ result }) => result === undefined);
  const outcomes = await Promise.allSettled(
    open.map(
      (call) =>
        new Promise<boolean>((resolve, reject) => {
          const waits = progress?.call(`${key}.${step.calls.indexOf(call)}`, () => resolve(true));
          const tool = tools.find(({ name }) => name === call.tool);
          const made =
            tool?.call(call.args, { id: call.id, signal, waits }) ?? Promise.reject(new Error(`There is no tool "${call.tool}".`));
          made.then(
            (output) => {
              call.result = { output };
              resolve(false);
            },
            (error: unknown) => {
              // The model must not be asked what to do about a limit of models.
              if (signal.aborted || error instanceof ToolStop || isModelLimit(error)) {
                reject(signal.aborted ? (signal.reason as Error) : error);
                return;
              }
              call.result = { error: errorMessage(errorData(error)) };
              resolve(false);
            },
          );
        }),
    ),
  );
  signal.throwIfAborted();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  if (outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value)) throw new CallsBlocked();
}

/** Returns the results as the model receives them. */
export function resultMessages(step: ToolCallStep, calls: readonly CallOfTool[]): readonly ModelMessage[] {
  const content = calls
    .filter(({ isAnswered }) => isAnswered !== true)
    .map(({ id, tool, result }) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: tool,
      output: modelOutput(result ?? { error: '' }),
    }));
  return content.length === 0 ? [] : [{ role: 'tool', content: content as never }];
}

function modelOutput(result: CallResult): LanguageModelV4ToolResultOutput {
  if ('error' in result) return { type: 'error-text', value: result.error };
  const { output } = result;
  if (typeof output === 'string') return { type: 'text', value: output };
  if (isContent(output)) return { type: 'content', value: [...output.content] };
  return { type: 'json', value: (output ?? null) as never };
}

const isContent = (output: ToolOutput): output is Extract<ToolOutput, { readonly content: unknown }> & { readonly content: readonly [] } =>
  typeof output === 'object' && output !== null && 'content' in output && Array.isArray(output.content);

/** Returns a result as text; empty if there is none. */
export function textOfResult(result: CallResult | undefined): string {
  if (result === undefined) return '';
  if ('error' in result) return result.error;
  return typeof result.output === 'string' ? result.output : JSON.stringify(result.output);
}
