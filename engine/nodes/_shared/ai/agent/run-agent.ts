// Runs an agent node: one answer per item.
import type { Item } from '../../../../contract/run-data.ts';
import { NodeError, streamPart, type AgentTool, type ExecuteContext, type NodeOutput } from '../../../../sdk/index.ts';
import { withAttached, type Attached } from '../attached.ts';
import { mapInBatches } from '../batches.ts';
import { CallsBlocked } from '../tool-calls.ts';
import { askAgent, type ItemRecord } from './ask-agent.ts';

export interface AgentKind {
  /** Returns the system message for an item. */
  readonly instructionsOf: (ctx: ExecuteContext, itemIndex: number) => string;
  /** Whether the answer may be streamed to the caller of the workflow. */
  readonly mayStream: boolean;
  /** Name of the parameter with the prompt. Default: `text`. */
  readonly promptParameter?: string;
  /** Tools besides those of attached nodes. */
  readonly ownTools?: readonly AgentTool[];
}

export async function runAgent(ctx: ExecuteContext, kind: AgentKind): Promise<NodeOutput> {
  const { progress } = ctx;
  try {
    return await withAttached(ctx, (attached) =>
      mapInBatches(ctx, async (item, itemIndex) => {
        const record: ItemRecord = progress?.record(String(itemIndex)) ?? {};
        record.output ??= await answer(ctx, kind, attached, item, itemIndex, record);
        return record.output;
      }),
    );
  } catch (error) {
    if (!(error instanceof CallsBlocked) || progress === undefined) throw error;
    return progress.suspend();
  }
}

async function answer(
  ctx: ExecuteContext,
  kind: AgentKind,
  attached: Attached,
  item: Item,
  itemIndex: number,
  record: ItemRecord,
): Promise<Item['json']> {
  const streams = kind.mayStream && ctx.isStreaming && ctx.param('options.enableStreaming', itemIndex, true) === true;
  const { ownTools = [], promptParameter } = kind;
  // Values of expressions may change while the execution waits.
  record.prompt ??= promptOf(ctx, itemIndex, promptParameter);
  record.instructions ??= kind.instructionsOf(ctx, itemIndex);
  const task = { ctx, attached, item, itemIndex, record, prompt: record.prompt, instructions: record.instructions, ownTools };
  if (!streams) return askAgent(task);
  const send = (type: 'begin' | 'item' | 'end' | 'error', content?: string): void =>
    void ctx.respondChunk(streamPart(ctx, type, content, itemIndex));
  send('begin');
  try {
    const result = await askAgent({ ...task, onText: (text) => send('item', text) });
    send('end');
    return result;
  } catch (error) {
    if (error instanceof CallsBlocked) {
      send('end');
      throw error;
    }
    // The caller may be anybody: the reason is in the execution.
    send('error', 'The answer could not be completed.');
    throw error;
  }
}

/** Returns the user's message. Throws NodeError PARAMETER_INVALID if there is none. */
export function promptOf(ctx: ExecuteContext, itemIndex: number, parameter = 'text'): string {
  // Versions from 1.3 to 1.6 read the message of a chat without a parameter for it.
  const isFromChat = ctx.param('promptType', itemIndex) === 'auto';
  const prompt = ctx.param(parameter, itemIndex) ?? (isFromChat ? ctx.evaluate('={{ $json.chatInput }}', itemIndex) : undefined);
  if (typeof prompt === 'string' && prompt !== '') return prompt;
  if (typeof prompt === 'object' && prompt !== null) return JSON.stringify(prompt);
  if (prompt !== undefined && prompt !== null && prompt !== '') return String(prompt);
  throw new NodeError('The prompt is empty.', {
    code: 'PARAMETER_INVALID',
    parameter,
    itemIndex,
    hint: 'Check that the item has the field which the prompt reads: with a Chat Trigger it is "chatInput".',
  });
}
