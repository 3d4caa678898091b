// Call n8n Sub-Workflow Tool: a workflow that a model calls. Version 1 passes the model's input as the field `query`, version 2 maps it to the inputs
// that the workflow declares.
import { defineNode } from '../../sdk/index.ts';
import { version1, version2 } from './description.ts';
import { supply } from './supply.ts';

export const toolWorkflow = defineNode({
  type: '@n8n/n8n-nodes-langchain.toolWorkflow',
  icon: 'icon.svg',
  defaultVersion: 2.2,
  versions: [
    { description: version1, supply },
    { description: version2, supply },
  ],
});
