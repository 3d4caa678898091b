// No Operation: its input passes through.
import { defineNode } from '../../sdk/index.ts';
import { passThrough } from '../_shared/pass-through.ts';
import { description } from './description.ts';

export const noOp = defineNode({
  type: 'n8n-nodes-base.noOp',
  icon: 'icon.svg',
  defaultVersion: 1,
  versions: [{ description, execute: passThrough }],
});
