// Tools whose calls a person must approve: the node that asks is attached to the agent, and the tools are attached to it.
import type { JsonObject } from '../../../../contract/json.ts';
import { WAIT_FOREVER } from '../../../../contract/run-data.ts';
import {
  collectFields,
  NodeError,
  type AgentTool,
  type ExecuteContext,
  type JsonSchema,
  type Question,
  type SuppliedTool,
  type Supply,
  type ToolField,
  type ToolOutput,
  type ToolUse,
  type WaitingCall,
} from '../../../../sdk/index.ts';
import { displayText } from '../../../../workflow/values/display-text.ts';
import { Attached } from '../attached.ts';
import { fieldsSchema } from '../json-schema.ts';
import { ToolStop } from '../tool-calls.ts';
import { deniedText, expiredText, readAnswer } from './answer.ts';

export interface Reviewer {
  /** Asks the person. Ends the wait by `ctx.waitUntil` if it has a limit. */
  readonly ask: (ctx: ExecuteContext) => unknown;
  /** Returns what the person sees of the question in the editor. */
  readonly messageOf: (ctx: ExecuteContext) => unknown;
  /** Whether a question that has expired ends the agent, instead of counting as a denial. */
  readonly failsOnExpiry?: ((ctx: ExecuteContext) => boolean) | undefined;
}

/** Maximum number of characters of a message that is stored with a question. */
const MAX_MESSAGE = 4000;

/** Returns the attached tools. Each call waits for approval, and then runs with the arguments that the person saw. */
export async function reviewedTools(ctx: ExecuteContext, itemIndex: number, reviewer: Reviewer): Promise<Supply> {
  const attached = new Attached(ctx);
  const fields: ToolField[] = [];
  collectFields(ctx.node.parameters, fields);
  const tools = await attached.tools(itemIndex);
  return {
    ai_tool: tools.map((tool) => reviewedTool({ ctx, itemIndex, tool, reviewer, fields })),
    close: () => attached.close(),
  };
}

interface Review {
  readonly ctx: ExecuteContext;
  readonly itemIndex: number;
  readonly tool: AgentTool;
  readonly reviewer: Reviewer;
  /** Values that the model chooses for the node that asks. */
  readonly fields: readonly ToolField[];
}

const reviewedTool = (review: Review): SuppliedTool => ({
  ...review.tool,
  inputSchema: withFields(review.tool.inputSchema, review.fields),
  call: (args, use) => reviewedCall(review, args, use),
});

async function reviewedCall(review: Review, args: JsonObject, { id, signal, waits, run }: ToolUse): Promise<ToolOutput> {
  const { ctx, tool, reviewer } = review;
  if (waits === undefined) {
    throw new NodeError(`The tool "${tool.name}" needs the approval of a person, for which this node cannot wait.`, {
      hint: `Connect "${ctx.node.name}" to an AI Agent.`,
    });
  }
  const question = waits.question(ctx.node.name) ?? (await ask(review, args, waits, run));
  if (question.answer === undefined) {
    if ((question.waitTill ?? WAIT_FOREVER) > ctx.now()) return waits.block();
    if (reviewer.failsOnExpiry?.(ctx) !== true) return expiredText(tool.node);
    throw new ToolStop(`Nobody approved the call of "${tool.node}" in time.`, {
      hint: `Answer earlier, or change "Limit Wait Time" in the node "${ctx.node.name}".`,
    });
  }
  const { isApproved, reason } = readAnswer(question.answer);
  if (!isApproved) return deniedText(tool.node, reason);
  if (question.isStarted === true) {
    throw new NodeError(`It is not known whether the approved call of "${tool.node}" was carried out, as the program ended meanwhile.`);
  }
  await waits.start(question);
  return tool.call(question.args, { id, signal, waits });
}

/** Asks the person. A question that could not be sent is not open. */
async function ask(
  { ctx, itemIndex, tool, reviewer, fields }: Review,
  args: JsonObject,
  waits: WaitingCall,
  run: number,
): Promise<Question> {
  const own = new Set(fields.map(({ key }) => key).filter((key) => !hasProperty(tool.inputSchema, key)));
  const parameters = Object.fromEntries(Object.entries(args).filter(([key]) => !own.has(key)));
  const question = waits.ask({ node: ctx.node.name, tool: tool.node, args: parameters });
  try {
    const asking = ctx.forCall(args, run, { question, tool: { name: tool.node, parameters }, itemIndex });
    question.message = displayText(reviewer.messageOf(asking)).slice(0, MAX_MESSAGE);
    await reviewer.ask(asking);
    return question;
  } catch (error) {
    waits.withdraw(question);
    throw error;
  }
}

const hasProperty = ({ properties = {} }: JsonSchema, key: string): boolean => Object.hasOwn(properties, key);

/** Adds the values for the node that asks to the arguments of the tool. */
function withFields(schema: JsonSchema, fields: readonly ToolField[]): JsonSchema {
  const own = fields.filter(({ key }) => !hasProperty(schema, key));
  if (own.length === 0) return schema;
  const added = fieldsSchema(own);
  return {
    ...schema,
    properties: { ...schema.properties, ...added.properties },
    required: [...(schema.required ?? []), ...(added.required ?? [])],
  };
}
