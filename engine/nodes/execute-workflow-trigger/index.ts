// Execute Workflow Trigger: starts a sub-workflow when another workflow calls it.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const executeWorkflowTrigger = defineNode({
  type: 'n8n-nodes-base.executeWorkflowTrigger',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
