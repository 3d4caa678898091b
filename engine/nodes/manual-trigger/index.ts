// Manual Trigger: starts a manual run. It has no code: its single empty item passes through.
import { defineNode, type NodeVersion } from '../../sdk/index.ts';

const description: NodeVersion['description'] = {
  displayName: 'Manual Trigger',
  description: 'Starts the workflow when you run it manually',
  version: 1,
  group: ['trigger'],
  maxNodes: 1,
  eventTriggerDescription: '',
  defaults: { name: 'When clicking ‘Run workflow’', color: '#909298' },
  inputs: [],
  outputs: ['main'],
  properties: [
    {
      displayName: 'The workflow starts here when you run it from the editor or the command line.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['start', 'click', 'test', 'run', 'execute'],
  },
};

export const manualTrigger = defineNode({
  type: 'n8n-nodes-base.manualTrigger',
  icon: 'icon.svg',
  versions: [{ description }],
});
