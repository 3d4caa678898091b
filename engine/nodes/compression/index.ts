// Compression: compresses items' files into archives, and decompresses archives.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const compression = defineNode({
  type: 'n8n-nodes-base.compression',
  icon: 'icon.svg',
  defaultVersion: 1.1,
  versions: [{ description, execute }],
});
