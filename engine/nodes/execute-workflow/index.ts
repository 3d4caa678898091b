// Execute Workflow: calls another workflow.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const executeWorkflow = defineNode({
  type: 'n8n-nodes-base.executeWorkflow',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
