// Function Item: the forerunner of Code, one item at a time.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const functionItem = defineNode({
  type: 'n8n-nodes-base.functionItem',
  icon: 'icon.svg',
  versions: [{ description, execute, usesSandbox: true }],
});
