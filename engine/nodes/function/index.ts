// Function: the predecessor of Code, run for all items.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const functionNode = defineNode({
  type: 'n8n-nodes-base.function',
  icon: 'icon.svg',
  versions: [{ description, execute, usesSandbox: true }],
});
