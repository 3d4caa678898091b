// No Operation: its input passes through.
import { defineNode, type NodeVersion } from '../../sdk/index.ts';
import { passThrough } from '../_shared/pass-through.ts';

const description: NodeVersion['description'] = {
  displayName: 'No Operation, do nothing',
  description: 'Passes its input on unchanged; useful for tidying the canvas or marking the end of a branch',
  // Only version 1 exists; hand-written and generated files contain the others.
  version: [1, 1.1, 1.2, 1.7, 2],
  group: ['organization'],
  defaults: { name: 'No Operation, do nothing', color: '#b0b0b0' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['nothing', 'pass', 'placeholder', 'dummy'],
  },
};

export const noOp = defineNode({
  type: 'n8n-nodes-base.noOp',
  icon: 'icon.svg',
  defaultVersion: 1,
  versions: [{ description, execute: passThrough }],
});
