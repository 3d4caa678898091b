// Convert to File: creates files from items and their fields.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const convertToFile = defineNode({
  type: 'n8n-nodes-base.convertToFile',
  icon: 'icon.svg',
  defaultVersion: 1.1,
  versions: [{ description, execute }],
});
