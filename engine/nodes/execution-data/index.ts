// Execution Data: saves values for finding an execution.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const executionData = defineNode({
  type: 'n8n-nodes-base.executionData',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
