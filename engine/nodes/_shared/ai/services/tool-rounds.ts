// The loop between a service and the tools of its model: as long as the model calls tools, their results are sent back.
import type { JsonObject } from '../../../../contract/json.ts';
import { errorData, errorMessage, isModelLimit, NodeError, type AgentTool, type ToolOutput } from '../../../../sdk/index.ts';
import type { OperationCall } from './node-operations.ts';

export interface RequestedCall {
  /** Id that the service knows the call by. */
  readonly id: string;
  readonly name: string;
  /** An object, or its JSON. */
  readonly args: unknown;
}

export interface CompletedCall extends RequestedCall {
  /** What the model receives. */
  readonly result: string;
}

/** Returns the tools in the form of chat completions, as a field of the request; no field if there are none. */
export const functionTools = (tools: readonly AgentTool[]): JsonObject =>
  tools.length === 0
    ? {}
    : {
        tools: tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          function: { name, description, parameters: inputSchema },
        })),
      };

/** One conversation with a service. */
export interface Conversation<R> {
  readonly tools: readonly AgentTool[];
  /** Sends the messages so far. */
  readonly send: () => Promise<R>;
  readonly callsIn: (response: R) => readonly RequestedCall[];
  /** Adds a response and the results of its calls to the messages. */
  readonly append: (response: R, results: readonly CompletedCall[]) => void;
}

const DEFAULT_ROUNDS = 15;

/** Returns the first response without calls of tools. Throws NodeError if the node's limit of rounds is reached before. */
export async function answerWithTools<R>({ ctx, itemIndex }: OperationCall, conversation: Conversation<R>): Promise<R> {
  const { tools, send, callsIn, append } = conversation;
  const asked = Number(ctx.param('options.maxToolsIterations', itemIndex, DEFAULT_ROUNDS));
  const limit = asked > 0 ? Math.floor(asked) : Infinity;
  for (let round = 0; ; round++) {
    ctx.signal.throwIfAborted();
    const response = await send();
    const calls = callsIn(response);
    if (calls.length === 0) return response;
    if (round >= limit) {
      throw new NodeError(`The model did not answer within ${limit} rounds of tool calls.`, {
        itemIndex,
        parameter: 'options.maxToolsIterations',
        hint: 'Raise "Max Tools Iterations", or tell the model when it is done.',
      });
    }
    append(response, await Promise.all(calls.map(async (call) => ({ ...call, result: await resultOf(tools, call, ctx.signal) }))));
  }
}

/** The model receives the message of an error, so that it can try something else. */
async function resultOf(tools: readonly AgentTool[], { id, name, args }: RequestedCall, signal: AbortSignal): Promise<string> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return `Error: There is no tool named "${name}".`;
  try {
    return outputText(await tool.call(argumentsOf(args), { id, signal }));
  } catch (error) {
    signal.throwIfAborted();
    if (isModelLimit(error)) throw error;
    return `Error: ${errorMessage(errorData(error))}`;
  }
}

function argumentsOf(args: unknown): JsonObject {
  const value: unknown = typeof args === 'string' && args.trim() !== '' ? JSON.parse(args) : args;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

const outputText = (output: ToolOutput): string => (typeof output === 'string' ? output : JSON.stringify(output ?? null));
