// Error Trigger: starts an error workflow.
import type { JsonObject } from '../../contract/json.ts';
import { defineNode, type ExecuteContext, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { passThrough } from '../_shared/pass-through.ts';

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

/** Returns the failure it was started with, or a sample for an empty manual run. */
function execute(ctx: ExecuteContext): NodeOutput {
  const items = ctx.input();
  const isBare = items.length === 0 || (items.length === 1 && Object.keys(items[0]?.json ?? {}).length === 0);
  return ctx.mode === 'manual' && isBare ? [[{ json: sampleFailure }]] : passThrough(ctx);
}

/** A sample failure for manual runs. */
const sampleFailure: JsonObject = {
  execution: {
    id: '231',
    url: 'http://127.0.0.1:5678/workflow/1/executions/231',
    retryOf: '34',
    error: { message: 'Example Error Message', stack: 'Stacktrace' },
    lastNodeExecuted: 'Node With Error',
    mode: 'manual',
  },
  workflow: { id: '1', name: 'Example Workflow' },
};

export const errorTrigger = defineNode({ type: 'n8n-nodes-base.errorTrigger', icon: 'icon.svg', versions: [{ description, execute }] });
