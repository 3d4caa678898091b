// Execute Command: runs shell commands. Excluded unless the instance's settings include it.
import type { Item } from '../../contract/run-data.ts';
import {
  defineNode,
  type ExecuteContext,
  failedItem,
  mapItemsAsync,
  NodeError,
  type NodeOutput,
  pairedWith,
  type NodeVersion,
} from '../../sdk/index.ts';
import { textOf } from '../_shared/text-of.ts';
import { runCommand } from './run-command.ts';

const description: NodeVersion['description'] = {
  displayName: 'Execute Command',
  description: 'Runs a shell command on this computer',
  version: 1,
  group: ['transform'],
  subtitle: '={{ $parameter["command"] }}',
  defaults: { name: 'Execute Command', color: '#886644' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Execute Once',
      name: 'executeOnce',
      type: 'boolean',
      default: true,
      description: 'Whether to run the command only once, instead of once for each item',
    },
    {
      displayName: 'Command',
      name: 'command',
      type: 'string',
      typeOptions: { rows: 5 },
      default: '',
      required: true,
      placeholder: 'echo "test"',
      description:
        "The command, which runs with the permissions of this program's user. Values of expressions become part of the command: only use values you trust.",
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['shell', 'bash', 'cmd', 'terminal', 'script', 'command line', 'process'],
  },
};

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
  const folder = await ctx.confirmCommand(command);
  const result = await runCommand(command, { folder, signal: ctx.signal });
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
