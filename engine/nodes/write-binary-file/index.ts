// Write Binary File: writes a file of each item to the disk.
import { defineNode } from '../../sdk/index.ts';
import { writeItems } from '../_shared/files/disk.ts';
import { description } from './description.ts';

export const writeBinaryFile = defineNode({
  type: 'n8n-nodes-base.writeBinaryFile',
  icon: 'icon.svg',
  versions: [{ description, execute: writeItems }],
});
