// Extract from File: converts the content of files to items and fields.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const extractFromFile = defineNode({
  type: 'n8n-nodes-base.extractFromFile',
  icon: 'icon.svg',
  defaultVersion: 1.1,
  versions: [{ description, execute }],
});
