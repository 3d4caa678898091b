// Error Trigger: starts an error workflow.
import { defineNode, type NodeVersion } from '../../sdk/index.ts';
import { execute } from './execute.ts';

const description: NodeVersion['description'] = {
  displayName: 'Error Trigger',
  description: 'Starts the workflow when another workflow, which names it as its error workflow, fails',
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
        'This workflow runs when a workflow fails that names it under Settings → Error Workflow. It need not be active. A run by hand gives a sample of the data.',
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
