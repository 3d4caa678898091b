// Function Item: the predecessor of Code, run for each item.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const functionItem = defineNode({
  type: 'n8n-nodes-base.functionItem',
  icon: 'icon.svg',
  versions: [{ description, execute, usesSandbox: true }],
});
