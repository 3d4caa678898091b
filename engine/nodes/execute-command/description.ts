// Description of the Execute Command node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
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
