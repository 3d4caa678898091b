// Execute Command: runs shell commands. Excluded unless the instance's settings include it.
import type { Item } from '../../contract/run-data.ts';
import { defineNode, type ExecuteContext, failedItem, mapItemsAsync, NodeError, type NodeOutput, pairedWith } from '../../sdk/index.ts';
import { textOf } from '../_shared/text-of.ts';
import { description } from './description.ts';
import { runCommand } from './run-command.ts';

async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  if (!ctx.param('executeOnce', 0, true)) return mapItemsAsync(ctx, (_item, index) => itemOf(ctx, index));
  try {
    return [[{ ...(await itemOf(ctx, 0)), pairedItem: pairedWith(0) }]];
  } catch (error) {
    if (ctx.signal.aborted || !ctx.continueOnFail) throw error;
    return [[failedItem(error, 0)]];
  }
}

async function itemOf(ctx: ExecuteContext, index: number): Promise<Item> {
  const command = textOf(ctx.param('command', index, ''));
  if (command.trim() === '')
    throw new NodeError('The command is empty. Enter one.', { code: 'PARAMETER_INVALID', parameter: 'command', itemIndex: index });
  await ctx.confirmCommand(command);
  const result = await runCommand(command, ctx.signal);
  if (result.exitCode === 0) return { json: { ...result } };
  throw new NodeError(
    `The command ended with the exit code ${result.exitCode}${result.stderr === '' ? '.' : `: ${result.stderr.slice(0, 2000)}`}`,
    {
      parameter: 'command',
      itemIndex: index,
      context: { ...result },
      hint: 'Run it in a terminal to see why. To continue anyway, change "On Error" in the node settings, or end the command with "|| true".',
    },
  );
}

export const executeCommand = defineNode({
  type: 'n8n-nodes-base.executeCommand',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
