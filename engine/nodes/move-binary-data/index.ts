// Convert to/from Binary Data (formerly Move Binary Data): converts between fields and files of an item.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const moveBinaryData = defineNode({
  type: 'n8n-nodes-base.moveBinaryData',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
