// Error Trigger: starts an error workflow.
import { defineNode, type NodeVersion } from '../../sdk/index.ts';
import { execute } from './execute.ts';

const description: NodeVersion['description'] = {
  displayName: 'Error Trigger',
  description: 'Starts the workflow when another workflow fails that has it as its error workflow',
  version: 1,
  group: ['trigger'],
  maxNodes: 1,
  eventTriggerDescription: '',
  mockManualExecution: true,
  defaults: { name: 'Error Trigger', color: '#0000ff' },
  inputs: [],
  outputs: ['main'],
  properties: [
    {
      displayName:
        'This workflow runs when a workflow fails that has selected it under Settings → Error Workflow. It does not need to be active. A manual run returns sample data.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['failure', 'catch', 'exception', 'crash', 'alert'],
  },
};

export const errorTrigger = defineNode({ type: 'n8n-nodes-base.errorTrigger', icon: 'icon.svg', versions: [{ description, execute }] });
