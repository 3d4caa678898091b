// An agent: a model in a loop with tools, with memory, files and a format for its answer.
import type { ModelMessage } from 'ai';
import type { JsonObject } from '../../../../contract/json.ts';
import type { Item } from '../../../../contract/run-data.ts';
import {
  NodeError,
  type AgentTool,
  type ChatMemory,
  type ChatMessage,
  type ExecuteContext,
  type OutputParser,
} from '../../../../sdk/index.ts';
import type { Attached } from '../attached.ts';
import { exchange, modelMessages } from '../conversation.ts';
import { filesOf } from '../files-of-item.ts';
import { generate, type Answer, type EndingTool, type MadeCall, type ModelStep } from '../generate.ts';
import { withFallback } from '../persistent-model.ts';

/** Name of the tool by which the model gives its answer in the format of the output parser. */
const ANSWER_TOOL = 'format_final_json_response';

/** What the agent has done for an item. It is stored while the execution waits, so that nothing is requested or called again. */
export interface ItemRecord {
  prompt?: string;
  instructions?: string;
  /** Earlier messages of the conversation. */
  history?: readonly ChatMessage[];
  steps?: ModelStep[];
  /** The json of the output item. */
  output?: JsonObject;
}

export interface AgentTask {
  readonly ctx: ExecuteContext;
  readonly attached: Attached;
  readonly item: Item;
  readonly itemIndex: number;
  readonly prompt: string;
  readonly instructions: string;
  /** Tools besides those of attached nodes. */
  readonly ownTools?: readonly AgentTool[];
  readonly record: ItemRecord;
  /** Receives the text of the answer while it arrives. */
  readonly onText?: ((text: string) => void) | undefined;
}

/** Returns the json of the output item. Throws NodeError. */
export async function askAgent(task: AgentTask): Promise<JsonObject> {
  const { ctx, attached, itemIndex, prompt } = task;
  const memory = await attached.memory(itemIndex);
  const parser = await attached.parser(itemIndex);
  const answer = await ask(task, memory, parser);
  const output = parser === undefined ? answer.text : await parsed(parser, answer, ctx.signal);
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  await memory?.append(exchange(prompt, ctx.version >= 3 ? answer.calls : [], text));
  const withSteps = ctx.param('options.returnIntermediateSteps', itemIndex, false) === true;
  return { output, ...(withSteps ? { intermediateSteps: answer.calls.map((call) => stepOf(call)) } : {}) };
}

async function ask(task: AgentTask, memory: ChatMemory | undefined, parser: OutputParser | undefined): Promise<Answer> {
  const { ctx, attached, item, itemIndex, prompt, instructions, ownTools = [], record, onText } = task;
  const models = (await attached.models(itemIndex)).map(({ model }) => model);
  const tools = [...(await attached.tools(itemIndex)), ...ownTools];
  const files = await filesOf(ctx, item, {
    images: ctx.param('options.passthroughBinaryImages', itemIndex, true) === true,
    pdfs: ctx.param('options.passthroughBinaryPdfs', itemIndex, false) === true,
  });
  const question: ModelMessage = {
    role: 'user',
    content: files.length === 0 ? prompt : [{ type: 'text', text: prompt }, ...files],
  };
  const maxSteps = Math.max(1, Math.floor(Number(ctx.param('options.maxIterations', itemIndex, 10))) || 1);
  const history = (record.history ??= (await memory?.load()) ?? []);
  const steps = (record.steps ??= []);
  const { progress } = ctx;
  const answer = await generate({
    model: withFallback(ctx, models),
    instructions: instructionsFor(instructions, parser),
    messages: [...modelMessages(history), question],
    tools,
    endingTools: parser?.schema === undefined ? [] : [answerTool(parser)],
    mustCallTool: tools.length > 0 && ctx.param('options.forceToolCallOnFirstIteration', itemIndex, false) === true,
    maxSteps,
    signal: ctx.signal,
    onText,
    journal: progress === undefined ? undefined : { steps, progress, key: String(itemIndex) },
  });
  if (!answer.isUnfinished) return answer;
  throw new NodeError(`The agent did not finish within ${maxSteps} iterations.`, {
    itemIndex,
    parameter: 'options.maxIterations',
    hint: 'Raise "Max Iterations", or tell the model in its system message when it is done.',
  });
}

function instructionsFor(instructions: string, parser: OutputParser | undefined): string {
  if (parser === undefined) return instructions;
  const format =
    parser.schema === undefined
      ? parser.instructions
      : `When you have the answer, call the tool "${ANSWER_TOOL}" with it, and do not answer in any other way.`;
  return `${instructions}\n\n${format}`;
}

const answerTool = ({ schema = {} }: OutputParser): EndingTool => ({
  name: ANSWER_TOOL,
  description: 'Gives the final answer to the user. Call it once, when the answer is complete.',
  inputSchema: { type: 'object', properties: { output: schema }, required: ['output'], additionalProperties: false },
});

/** A model that answers in a text nevertheless may have followed the format. */
async function parsed(parser: OutputParser, { ending, text }: Answer, signal: AbortSignal): Promise<unknown> {
  if (ending === undefined) return parser.parse(text, signal);
  return parser.parse(JSON.stringify(Object.hasOwn(ending.args, 'output') ? ending.args['output'] : ending.args), signal);
}

/** Returns a call of a tool in the form in which workflows read it. */
const stepOf = ({ id, tool, args, thought, result }: MadeCall): JsonObject => ({
  action: {
    tool,
    toolInput: args,
    toolCallId: id,
    type: 'tool_call',
    log: thought === '' ? `Calling ${tool} with ${JSON.stringify(args)}` : thought,
  },
  observation: result,
});
