// Start: starts manual runs in older workflows.
import { defineNode, type NodeVersion } from '../../sdk/index.ts';

const description: NodeVersion['description'] = {
  displayName: 'Start',
  description: 'Starts the workflow when you run it manually (older workflows; new ones use the Manual Trigger)',
  version: 1,
  group: ['input'],
  maxNodes: 1,
  hidden: true,
  defaults: { name: 'Start', color: '#00e000' },
  inputs: [],
  outputs: ['main'],
  properties: [
    {
      displayName: 'A manual run starts here. Add a trigger node to start the workflow automatically.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Flow'] }, alias: ['begin', 'entry'] },
};

export const start = defineNode({ type: 'n8n-nodes-base.start', icon: 'icon.svg', versions: [{ description }] });
